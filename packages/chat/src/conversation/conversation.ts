import type { MessagePart, MessageStatus, PostedMessage, StreamError } from "@servicechat/contract";

/** Something the visitor said, answered or chose. */
export interface VisitorEntry {
  readonly from: "visitor";
  /** Stable while the entry is on screen. */
  readonly key: string;
  /** What is drawn; empty for an answer that its question shows. */
  readonly text: string;
  /** What was sent, to send it again. */
  readonly message: PostedMessage;
}

/** The parts of a reply that are drawn; history's `answer` and `action` belong to visitors. */
export type ReplyPart = Extract<MessagePart, { type: "text" | "tool" | "image" | "question" }>;

/** An answer, on its way or ended. */
export interface ReplyEntry {
  readonly from: "agent";
  readonly key: string;
  /** `waiting`: sent, and nothing has come back yet. */
  readonly status: "waiting" | MessageStatus;
  readonly parts: readonly ReplyPart[];
  /** What the agent does right now. */
  readonly progress?: string;
  readonly error?: StreamError;
  readonly truncated?: boolean;
  /** The visitor pressed stop; the stream has not ended yet. */
  readonly stopping?: boolean;
  /** The id of the last event drawn: the position to resume after. */
  readonly lastEventId?: string;
}

export type Entry = VisitorEntry | ReplyEntry;

/** Everything on screen between title bar and composer, in order. */
export type Conversation = readonly Entry[];

/** The reply at the end that is still on its way, if there is one. */
export function runningReply(conversation: Conversation): ReplyEntry | undefined {
  const last = conversation.at(-1);
  return last?.from === "agent" && (last.status === "waiting" || last.status === "streaming")
    ? last
    : undefined;
}

/** What the visitor said last, all of that turn, to ask it again; empty when there is nothing. */
export function lastTurn(conversation: Conversation): readonly VisitorEntry[] {
  const asked = conversation.findLastIndex((entry) => entry.from === "visitor");
  const before = conversation.findLastIndex((entry, index) => entry.from === "agent" && index < asked);
  return conversation.slice(before + 1, asked + 1).filter((entry) => entry.from === "visitor");
}

/**
 * The conversation as it is drawn: a question that failed without an answer and was then asked again is drawn
 * once, in its last try.
 */
export function drawnEntries(conversation: Conversation): readonly Entry[] {
  return conversation.filter((entry, index) => {
    const [asked, reply, again] =
      entry.from === "visitor"
        ? conversation.slice(index, index + 3)
        : conversation.slice(index - 1, index + 2);
    return !(
      asked?.from === "visitor" &&
      reply?.from === "agent" &&
      again?.from === "visitor" &&
      reply.error !== undefined &&
      textOf(reply) === "" &&
      again.text === asked.text
    );
  });
}

/** All the text of a reply. */
export function textOf(reply: ReplyEntry): string {
  return reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
