import { ClientError } from "@servicechat/client";
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { maxTextLength, type PostedMessage } from "@servicechat/contract";
import {
  afterPosting,
  afterRefusal,
  afterResending,
  notSent,
  entriesOf,
  type Turn,
  type OutgoingMessage,
} from "./after-posting.ts";
import type { ChatDependencies, ChatUnitDependencies } from "./chat.ts";
import { lastTurn, type Conversation, type Entry, type VisitorEntry } from "./conversation.ts";
import type { Answers } from "./create-answers.ts";
import type { Reader } from "./create-reader.ts";
import { cameLate, isShutOut } from "./refusals.ts";
import type { SessionGate } from "./session-gate.ts";
import type { ChatCommandDependencies } from "./chat-commands.ts";
import { withoutNul } from "./page-data.ts";

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
  readonly receive: Answers["receive"];
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
        return dependencies.receive(turn, signal);
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
    if (reportAnswer(conversation.value.at(-1), { tell, isUnsent: !!unsettled })) state.value = "unavailable";
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

/** Turns that wait until they can be sent, in order. */
interface TurnQueue {
  /** How they appear on screen. */
  readonly drawn: ReadonlySignal<Conversation>;
  /** Adds one, without the parts that the service would refuse. */
  add(turn: Turn): void;
  /** Removes and returns the first one. */
  take(): Turn | undefined;
  clear(): void;
}

/** Creates an empty queue. */
function createTurnQueue(): TurnQueue {
  const turns = signal<readonly Turn[]>([]);
  return {
    drawn: computed(() => turns.value.flatMap(entriesOf)),
    add(turn) {
      turns.value = [...turns.value, { ...turn, messages: withoutNul(turn.messages) }];
    },
    take() {
      const [first, ...rest] = turns.value;
      turns.value = rest;
      return first;
    },
    clear: () => void (turns.value = []),
  };
}

/**
 * A turn with the conversation before it. One that should replace a turn which the service has not accepted has nothing
 * to replace there: it is sent instead of it, and replaces what that one was to replace. `undefined`: another one was
 * sent after the one it should replace.
 */
function placedTurn(turn: Turn, before: Conversation, unsettled: Turn | undefined): Turn | undefined {
  if (!turn.replacement || !unsettled) return { ...turn, before };
  if (!turn.replacement.key.startsWith(unsettled.key)) return undefined;
  return { ...turn, before: unsettled.before ?? before, replacement: unsettled.replacement };
}

/**
 * What a turn sends when its reply failed and is requested again. Files and answers count once: the chat already has
 * the file, and an answer is repeated as plain text. So is an action once its reply has used a tool: its own request
 * may have been made, and must not be made twice.
 */
export function messagesToRetry(
  entries: readonly VisitorEntry[],
  failed: Entry | undefined,
): readonly OutgoingMessage[] {
  const hasActed = failed?.from === "agent" && failed.parts.some(({ type }) => type === "tool");
  const again = entries.flatMap(({ message, text }): OutgoingMessage[] => {
    if (message.type === "file") return [];
    if (message.type === "answer") return [plainly(inWords(message))];
    return [message.type === "action" && hasActed ? plainly(text) : { message, text }];
  });
  const names = entries.flatMap(({ file }) => file?.name ?? []);
  return again.length > 0 || names.length === 0 ? again : [plainly(names.join("\n"))];
}

function inWords({ block }: Extract<PostedMessage, { type: "answer" }>): string {
  const lines = Object.entries(block.answers).map(([question, answer]) =>
    [question, typeof answer === "string" ? answer : answer.join(", ")].join(" "),
  );
  // The service's own word for it.
  return block.skipped || lines.length === 0 ? "(skipped)" : lines.join("\n");
}

function plainly(text: string): OutgoingMessage {
  const value = text.slice(0, maxTextLength);
  return { message: { type: "text", block: { value } }, text: value };
}

/**
 * Reports to the page how the answer at the end has ended.
 *
 * @param isUnsent whether the service may not have accepted what it answers, which was already reported
 * @returns whether the key was revoked in the meantime
 */
function reportAnswer(
  last: Entry | undefined,
  { tell, isUnsent }: Pick<ChatCommandDependencies, "tell"> & { readonly isUnsent: boolean },
): boolean {
  if (last?.from !== "agent" || last.status === "waiting" || (last.error && isUnsent)) return false;
  if (last.error) {
    const { code, retryable } = last.error;
    tell("error", { code, retryable });
    return code === "key_revoked";
  }
  tell("message:received", { status: last.status });
  return false;
}
