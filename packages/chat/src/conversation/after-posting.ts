import type { GivenAnswer, PostedContext, PostedMessage, StreamError } from "@servicechat/contract";
import { replaceLast } from "./after-event.ts";
import {
  runningReply,
  type Conversation,
  type Entry,
  type ReplyEntry,
  type ReplyPart,
  type VisitorEntry,
} from "./conversation.ts";

/** A turn the visitor has just made: what is sent, and how each message appears on screen. */
export interface Turn {
  /** Unique: it is the idempotency key, and the prefix of the entries' keys. */
  readonly key: string;
  readonly messages: readonly OutgoingMessage[];
  /** When the visitor made it, in milliseconds since 1970. */
  readonly at: number;
  /** The page's context when it was first sent: a repetition is the same turn with the same context. */
  readonly context?: PostedContext | undefined;
  /** Present if it replaces the turn before it. */
  readonly replacement?: Replacement | undefined;
  /** What was on screen before it. */
  readonly before?: Conversation;
  /** Called if it is finally refused: returns to the visitor what was filled in or chosen, or came too late. */
  readonly refused?: ((isLate?: boolean) => void) | undefined;
}

/** How a turn replaces the one before it. */
export interface Replacement {
  /** The key of the replaced message; it starts with the key of its turn. */
  readonly key: string;
  /** Determines the service's id of the replaced message: always the same. @throws ClientError */
  readonly find: () => Promise<string>;
  /** The effect of the turn on the conversation before it. */
  readonly place: (before: Conversation, turn: Turn) => Conversation;
  /** Called when the turn has been answered completely: verifies that it has replaced the other. */
  readonly answered: () => void;
}

/** One message of a turn: its entry on screen, before it has a key and a time. */
export type OutgoingMessage = Pick<VisitorEntry, "message" | "text" | "file">;

/** The entries of a turn on screen. */
export function entriesOf({ key, at, messages }: Turn): readonly Entry[] {
  return messages.map((each, index) => ({ from: "visitor", key: `${key}-${index}`, at, ...each }));
}

/** The conversation directly after the visitor has sent something: it is shown at once, and a reply is expected. */
export function afterPosting(conversation: Conversation, turn: Turn): Conversation {
  return [
    ...beforeTurn(conversation, turn),
    ...entriesOf(turn),
    { from: "agent", key: `${turn.key}-reply`, status: "waiting", parts: [] },
  ];
}

/**
 * The conversation after the service or the network refused the turn at its end.
 *
 * @param unsettled the turn that the service may not have received: the questions that it answered are open again
 */
export function afterRefusal(
  conversation: Conversation,
  error: StreamError,
  unsettled: Turn | undefined,
): Conversation {
  const reply = runningReply(conversation);
  if (!reply) return conversation;
  const { progress: _ended, ...quiet } = reply;
  const refused = replaceLast(conversation, { ...quiet, status: "failed", error });
  return unsettled?.before ? [...unsettled.before, ...atEnd(refused, unsettled)] : refused;
}

/** The visitor clicked stop while a turn was being sent. */
export const notSent: StreamError = { code: "stopped", retryable: true, message: "" };

/** The conversation when the same turn at its end is sent again: no second message is drawn. */
export function afterResending(conversation: Conversation, turn: Turn): Conversation {
  const last = conversation.at(-1);
  if (last?.from !== "agent") return conversation;
  const { error: _gone, lastEventId: _position, ...rest } = last;
  const sent = atEnd(conversation, turn);
  const before = turn.before ?? conversation.slice(0, -sent.length);
  const whole = [...beforeTurn(before, turn), ...sent];
  return replaceLast(whole, { ...rest, status: "waiting", parts: [] });
}

/** The conversation after the visitor has clicked stop. */
export const afterStopping = (conversation: Conversation): Conversation =>
  withRunning(conversation, { stopping: true });

/**
 * The conversation once the service has accepted the turn at its end: the answer counts as in progress, even if the
 * connection is lost.
 */
export const afterTaking = (conversation: Conversation): Conversation =>
  withRunning(conversation, { status: "streaming" });

function withRunning(conversation: Conversation, change: Partial<ReplyEntry>): Conversation {
  const reply = runningReply(conversation);
  return reply ? replaceLast(conversation, { ...reply, ...change }) : conversation;
}

/** What a turn at the end has added: its messages and the reply to them. */
const atEnd = (conversation: Conversation, { messages }: Turn): Conversation =>
  conversation.slice(-messages.length - 1);

const beforeTurn = (before: Conversation, turn: Turn): Conversation =>
  turn.replacement ? turn.replacement.place(before, turn) : withAnswers(before, turn);

/** The conversation with the questions that a turn answers. */
export function withAnswers(conversation: Conversation, { messages }: Turn): Conversation {
  return messages.reduce((before, { message }) => withAnswer(before, message), conversation);
}

function withAnswer(conversation: Conversation, message: PostedMessage): Conversation {
  if (message.type === "text") return withPlainText(conversation, message.block.value);
  if (message.type !== "answer") return conversation;
  const { questionId, ...answer } = message.block;
  return conversation.map((entry) =>
    entry.from === "agent" ? withAnswered(entry, questionId, answer) : entry,
  );
}

/**
 * Plain text answers the question at the end of the last reply, as at the service; it confirms and declines nothing.
 */
function withPlainText(conversation: Conversation, text: string): Conversation {
  const last = conversation.at(-1);
  const open = last?.from === "agent" ? last.parts.find(isOpenQuestion) : undefined;
  const question = open?.questions[0]?.question;
  if (last?.from !== "agent" || !open || question === undefined) return conversation;
  return replaceLast(
    conversation,
    withAnswered(last, open.id, { answers: { [question]: text }, plainText: true }),
  );
}

const isOpenQuestion = (part: ReplyPart): part is Extract<ReplyPart, { type: "question" }> =>
  part.type === "question" && !part.confirm && !part.answer;

function withAnswered(entry: ReplyEntry, questionId: string, answer: GivenAnswer): ReplyEntry {
  const parts = entry.parts.map((part) =>
    part.type === "question" && part.id === questionId ? { ...part, answer } : part,
  );
  return { ...entry, parts };
}
