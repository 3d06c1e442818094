import { ClientError } from "@servicechat/client";
import type { ReadonlySignal } from "@preact/signals";
import { afterPosting, afterRefusal, afterResending, notSent, type Turn } from "./after-posting.ts";
import type { ChatDependencies } from "./chat-dependencies.ts";
import type { ChatUnitDependencies } from "./chat-unit-dependencies.ts";
import { lastTurn, type Conversation } from "./conversation.ts";
import type { Answers } from "./create-answers.ts";
import type { Reader } from "./create-reader.ts";
import { placedTurn } from "./placed-turn.ts";
import { cameLate, isShutOut } from "./refusals.ts";
import { messagesToRetry } from "./messages-to-retry.ts";
import type { SessionGate } from "./session-gate.ts";
import { tellAnswer } from "./tell-answer.ts";
import { createTurnQueue } from "./turn-queue.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";

/** Sends the visitor's turns, one after the other, and follows each to the end of its answer. */
export interface Sender {
  /** How waiting turns appear on screen. */
  readonly queued: ReadonlySignal<Conversation>;
  /** Sends a turn: at once if nothing else is in progress, otherwise as soon as possible. */
  readonly post: ChatCommandDependencies["post"];
  /** Sends the first waiting turn, if nothing else is in progress. */
  readonly next: () => void;
  /** Sends the last turn again after it failed. */
  readonly retry: () => void;
  /** Whether the service may not have the last turn: it is on its way, or it failed there and can be sent again. */
  readonly isUnsettled: () => boolean;
  /** The last turn could not be sent yet, and the visitor has cancelled it: it can be sent again. */
  readonly calledOff: () => void;
  /** The service has the last turn. */
  readonly settled: () => void;
  /** Draws and reports that the service has refused something. */
  readonly refuse: (error: unknown) => void;
  /** Reports how the answer at the end has ended. */
  readonly ended: () => void;
  /** Unsent turns belong to a chat that has been left. */
  readonly clear: () => void;
}

/** What the sender needs from its chat. */
interface SenderDependencies
  extends ChatUnitDependencies, Pick<ChatDependencies, "newKey" | "now" | "readContext" | "tell"> {
  readonly hear: Answers["hear"];
  readonly reader: Reader;
  /** Lets one at a time open the session. */
  readonly gate: () => SessionGate;
  /** The service no longer knows the stored chat. */
  readonly forget: () => void;
}

/** Creates the sender. */
export function createSender(dependencies: SenderDependencies): Sender {
  const { conversation, state, isAnswering, reader, tell, life, gate } = dependencies;
  const queue = createTurnQueue();
  /** The last turn, as long as the service may not have accepted it: a repetition has the same key. */
  let unsettled: Turn | undefined;

  async function deliver(first: Turn): Promise<void> {
    const signal = life();
    unsettled = first;
    try {
      const turn =
        "context" in first
          ? first
          : { ...first, context: await dependencies.readContext(dependencies.agent.peek()) };
      signal.throwIfAborted();
      unsettled = turn;
      const ended = await gate().through(dependencies.token(), () => {
        signal.throwIfAborted();
        return dependencies.hear(turn, signal);
      });
      if (!ended) await reader.catchUp(signal);
      else first.replacement?.answered();
    } catch (error) {
      if (!signal.aborted) await refuseTurn(first, error, signal);
    }
    if (signal.aborted) return;
    ended();
    reader.goOn();
  }

  async function refuseTurn(turn: Turn, error: unknown, signal: AbortSignal): Promise<void> {
    if (!cameLate(turn, error)) return refuse(error);
    unsettled = undefined;
    // A text for a chat that was left is not returned in another one.
    if (reader.isKept()) turn.refused?.(true);
    await reader.catchUp(signal).catch(refuse);
  }

  function refuse(error: unknown): void {
    const { code = "internal", retryable = true, message = "" } = error instanceof ClientError ? error : {};
    if (isShutOut(error)) state.value = "unavailable";
    // Another tab may have stored another chat by now.
    if (code === "session_not_found") void (reader.isKept() ? dependencies.forget() : reader.refresh());
    else {
      conversation.value = afterRefusal(conversation.value, { code, retryable, message }, unsettled);
      if (!retryable) unsettled?.refused?.();
    }
    tell("error", { code, retryable });
  }

  function ended(): void {
    if (tellAnswer(conversation.value.at(-1), { tell, isUnsent: !!unsettled })) state.value = "unavailable";
  }

  function next(): void {
    const said = state.value === "ready" && !isAnswering.value && queue.take();
    if (!said) return;
    const turn = placedTurn(said, conversation.value, unsettled);
    if (!turn) return said.refused?.(true);
    dependencies.expectAnswer();
    conversation.value = afterPosting(turn.before ?? [], turn);
    tell("message:sent", {});
    void deliver(turn);
  }

  const post: Sender["post"] = (messages, refused, replacement) => {
    if (state.value !== "unavailable")
      queue.add({ key: dependencies.newKey(), at: dependencies.now(), messages, refused, replacement });
    next();
  };

  return {
    queued: queue.drawn,
    post,
    next,
    refuse,
    ended,

    retry() {
      if (isAnswering.value) return;
      if (unsettled) {
        conversation.value = afterResending(conversation.value, unsettled);
        return void deliver(unsettled);
      }
      const messages = messagesToRetry(lastTurn(conversation.value), conversation.value.at(-1));
      if (messages.length > 0) post(messages);
    },

    isUnsettled: () => unsettled !== undefined,
    settled: () => void (unsettled = undefined),
    calledOff() {
      conversation.value = afterRefusal(conversation.value, notSent, unsettled);
      reader.goOn();
    },
    clear() {
      queue.clear();
      unsettled = undefined;
    },
  };
}
