import type { PostedMessage, StreamError } from "@servicechat/contract";
import { replaceLast } from "./after-event.ts";
import { runningReply, type Conversation, type Entry, type ReplyEntry } from "./conversation.ts";

/** A turn the visitor has just made: what is sent, and how each message reads on screen. */
export interface Turn {
  /** Unique: it is the idempotency key, and names the entries. */
  readonly key: string;
  readonly messages: readonly { readonly message: PostedMessage; readonly text: string }[];
}

/** The conversation as soon as the visitor has sent something: it is shown at once, and a reply is awaited. */
export function afterPosting(conversation: Conversation, turn: Turn): Conversation {
  const said: Entry[] = turn.messages.map(({ message, text }, index) => ({
    from: "visitor",
    key: `${turn.key}-${index}`,
    message,
    text,
  }));
  const answered = turn.messages.reduce((before, { message }) => withAnswer(before, message), conversation);
  return [...answered, ...said, { from: "agent", key: `${turn.key}-reply`, status: "waiting", parts: [] }];
}

/** The conversation after the service or the network refused the turn at its end. */
export function afterRefusal(conversation: Conversation, error: StreamError): Conversation {
  const reply = runningReply(conversation);
  if (!reply) return conversation;
  const { progress: _ended, ...quiet } = reply;
  return replaceLast(conversation, { ...quiet, status: "failed", error });
}

/** The conversation when the turn at its end is sent again, the same one: no second message is drawn. */
export function afterResending(conversation: Conversation): Conversation {
  const last = conversation.at(-1);
  if (last?.from !== "agent") return conversation;
  const { error: _gone, lastEventId: _position, ...rest } = last;
  return replaceLast(conversation, { ...rest, status: "waiting", parts: [] });
}

/** The conversation once the visitor has pressed stop. */
export function afterStopping(conversation: Conversation): Conversation {
  const reply = runningReply(conversation);
  return reply ? replaceLast(conversation, { ...reply, stopping: true }) : conversation;
}

function withAnswer(conversation: Conversation, message: PostedMessage): Conversation {
  if (message.type !== "answer") return conversation;
  const { questionId, ...answer } = message.block;
  return conversation.map((entry) =>
    entry.from === "agent" ? withAnswered(entry, questionId, answer) : entry,
  );
}

type Answer = Omit<Extract<PostedMessage, { type: "answer" }>["block"], "questionId">;

function withAnswered(entry: ReplyEntry, questionId: string, answer: Answer): ReplyEntry {
  const parts = entry.parts.map((part) =>
    part.type === "question" && part.id === questionId ? { ...part, answer } : part,
  );
  return { ...entry, parts };
}
