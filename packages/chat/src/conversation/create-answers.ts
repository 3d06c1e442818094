import type { Accepted } from "@servicechat/client";
import { afterEvents, type HeardEvent } from "./after-event.ts";
import { afterStopping, afterTaking, type Turn } from "./after-posting.ts";
import type { ChatParts } from "./chat-parts.ts";
import type { ChatUnitParts } from "./chat-unit-parts.ts";
import { runningReply } from "./conversation.ts";
import { createBatch } from "./create-batch.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { streamTurn } from "./stream-turn.ts";

/** The answers of a chat, of which one at a time is heard. */
export interface Answers {
  /**
   * Sends a turn, or follows the reply that runs already, and draws what is heard of the answer until it has ended;
   * `false` when only history knows how.
   *
   * @throws ClientError when the service refuses
   */
  readonly hear: (turn: Turn | undefined, signal: AbortSignal) => Promise<boolean>;
  /** Ends the answer that runs; one whose turn is still on its way, as soon as the service has taken it. */
  readonly stop: () => void;
}

/** What the answers need of their chat. */
interface AnswerParts extends ChatUnitParts, Pick<ChatParts, "now" | "onReturn" | "throttleRender"> {
  readonly stopAnswer: ServiceCalls["stopAnswer"];
  /** Called when the service has taken a turn, which went with the token `sent`. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
}

/** Makes them. */
export function createAnswers(parts: AnswerParts): Answers {
  const { conversation, stopAnswer } = parts;
  /** Takes the connection that an answer comes over for dead. */
  let giveUp = (): void => {};
  const isStopped = (): boolean => !!runningReply(conversation.value)?.stopping;
  const batch = createBatch<HeardEvent>(parts.throttleRender, (heard) => {
    conversation.value = afterEvents(conversation.value, heard);
  });

  return {
    hear: (turn, signal) =>
      streamTurn(
        {
          ...parts,
          onReturn(run, life) {
            giveUp = () => run(true);
            parts.onReturn(run, life);
          },
          token: () => parts.token()?.read(),
          isStopped,
          hear: (event, id) => batch.add({ event, id }),
          taken(accepted, sent) {
            parts.taken(accepted, sent);
            conversation.value = afterTaking(conversation.value);
            if (isStopped()) stopAnswer(giveUp);
          },
        },
        turn,
        signal,
      ).finally(batch.flush),

    stop() {
      conversation.value = afterStopping(conversation.value);
      stopAnswer(giveUp);
    },
  };
}
