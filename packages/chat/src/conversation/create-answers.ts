import type { Accepted } from "@servicechat/client";
import { afterEvents, type HeardEvent } from "./after-event.ts";
import { afterStopping, afterTaking, type Turn } from "./after-posting.ts";
import type { ChatDependencies, ChatUnitDependencies } from "./chat.ts";
import { runningReply } from "./conversation.ts";
import { createBatch } from "./render-batch.ts";
import type { ServiceCalls } from "./service-calls.ts";
import { streamTurn } from "./stream-turn.ts";

/** The answers of a chat, of which one at a time is received. */
export interface Answers {
  /**
   * Sends a turn, or follows the reply in progress, and draws the answer until it has ended; `false` if only the
   * history knows how.
   *
   * @throws ClientError if the service refuses
   */
  readonly receive: (turn: Turn | undefined, signal: AbortSignal) => Promise<boolean>;
  /** Ends the answer in progress; one whose turn is still on its way, as soon as the service has accepted it. */
  readonly stop: () => void;
}

/** What the answers need from their chat. */
interface AnswerDependencies
  extends ChatUnitDependencies, Pick<ChatDependencies, "now" | "onReturn" | "throttleRender"> {
  readonly stopAnswer: ServiceCalls["stopAnswer"];
  /** Called when the service has accepted a turn, which was sent with the token `sent`. */
  readonly taken: (accepted: Accepted, sent: string | undefined) => void;
}

/** Creates them. */
export function createAnswers(dependencies: AnswerDependencies): Answers {
  const { conversation, stopAnswer } = dependencies;
  /** Treats the connection of an answer as dead. */
  let giveUp = (): void => {};
  const isStopped = (): boolean => !!runningReply(conversation.value)?.stopping;
  const batch = createBatch<HeardEvent>(dependencies.throttleRender, (heard) => {
    conversation.value = afterEvents(conversation.value, heard);
  });

  return {
    receive: (turn, signal) =>
      streamTurn(
        {
          ...dependencies,
          onReturn(run, life) {
            giveUp = () => run(true);
            dependencies.onReturn(run, life);
          },
          token: () => dependencies.token()?.read(),
          isStopped,
          receive: (event, id) => batch.add({ event, id }),
          taken(accepted, sent) {
            dependencies.taken(accepted, sent);
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
