import {
  messageIdOfReply,
  parseEventId,
  type ChatEventType,
  type EarlyEnding,
  type Feedback,
  type FileInfo,
  type FollowUps,
  type MessagePart,
  type MessageStatus,
  type PostedMessage,
  type StreamError,
} from "@servicechat/contract";

/** Something the visitor said, answered or chose. */
export interface VisitorEntry {
  readonly from: "visitor";
  /** Stable while the entry is on screen. */
  readonly key: string;
  /** The visible text; empty for an answer that its question shows, and for a file. */
  readonly text: string;
  /** When it was sent, in milliseconds since 1970. */
  readonly at?: number;
  /** The message, for sending it again. */
  readonly message: PostedMessage;
  /** The file, drawn instead of a text. */
  readonly file?: FileInfo;
  /** A later turn has replaced its turn. */
  readonly replaced?: true;
}

/** The parts of a reply that are drawn in it; `answer`, `action` and `file` in the history belong to visitors. */
export type ReplyPart = Extract<MessagePart, { type: "text" | "tool" | "image" | "question" }>;

/** An answer, in progress or ended. */
export interface ReplyEntry {
  readonly from: "agent";
  readonly key: string;
  /** `waiting`: the service has not accepted the message yet. */
  readonly status: "waiting" | MessageStatus;
  readonly parts: readonly ReplyPart[];
  /** What the agent is currently doing. */
  readonly progress?: string;
  /** Suggested next questions. */
  readonly followUps?: FollowUps;
  readonly error?: StreamError;
  /** What ended it before all was said. */
  readonly ending?: EarlyEnding;
  /** The visitor's rating. */
  readonly feedback?: Feedback;
  /** A person has taken the chat: the agent adds nothing more here. */
  readonly taken?: true;
  /** The visitor clicked stop; the stream has not ended yet. */
  readonly stopping?: boolean;
  /** The id of the last event drawn: the position to resume from. */
  readonly lastEventId?: string;
  readonly replaced?: true;
}

/** The messages of visitor and agent, which make up a chat. */
export type Entry = VisitorEntry | ReplyEntry;

/** A person's message, or an event of the chat. It is placed between the entries, and belongs to no turn. */
export type PeopleLine = {
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The key of the entry that it follows; `null` before the first. */
  readonly after: string | null;
  /** The person, by the name that visitors see. */
  readonly name: string;
  readonly replaced?: undefined;
} & (
  | { readonly from: "person"; readonly text: string }
  | { readonly from: "event"; readonly type: ChatEventType }
);

/** One line of the chat as it is drawn. */
export type Line = Entry | PeopleLine;

/** Everything on screen between title bar and composer, in order. */
export type Conversation = readonly Entry[];

/** The reply in progress at the end, if there is one. */
export function runningReply(conversation: Conversation): ReplyEntry | undefined {
  const last = conversation.at(-1);
  return last?.from === "agent" && (last.status === "waiting" || last.status === "streaming")
    ? last
    : undefined;
}

/** The visitor's whole last turn, for asking it again; empty if there is none. */
export function lastTurn(conversation: Conversation): readonly VisitorEntry[] {
  const asked = conversation.findLastIndex((entry) => entry.from === "visitor");
  const before = conversation.findLastIndex((entry, index) => entry.from === "agent" && index < asked);
  return conversation.slice(before + 1, asked + 1).filter((entry) => entry.from === "visitor");
}

/**
 * The conversation as it is drawn: a question that failed without an answer and was then asked again is drawn once, in
 * its last attempt.
 */
export function drawnEntries(conversation: Conversation): readonly Entry[] {
  const turns = turnsOf(conversation);
  return turns.filter((turn, index) => !isTriedAgain(turn, turns[index + 1])).flat();
}

/** The conversation in pieces that each end with a reply. */
export function turnsOf(conversation: Conversation): readonly (readonly Entry[])[] {
  const turns: Entry[][] = [[]];
  for (const entry of conversation) {
    turns.at(-1)?.push(entry);
    if (entry.from === "agent") turns.push([]);
  }
  return turns;
}

function isTriedAgain(turn: readonly Entry[], next: readonly Entry[] = []): boolean {
  const reply = turn.at(-1);
  if (turn.length < 2 || reply?.from !== "agent" || reply.error === undefined || reply.parts.length > 0)
    return false;
  return asked(turn) === asked(next);
}

/** The visitor's messages in a turn, for comparison. */
function asked(turn: readonly Entry[]): string {
  return JSON.stringify(
    turn.flatMap((entry) => (entry.from === "visitor" ? [[entry.text, entry.file]] : [])),
  );
}

/** All the text of a reply. */
export function textOf(reply: ReplyEntry): string {
  return reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The service's id of a reply as a message; `undefined` while it is unknown. */
export function messageIdOf({ key, lastEventId }: ReplyEntry): string | undefined {
  const position = parseEventId(lastEventId ?? "");
  if (position) return messageIdOfReply(position.replyId);
  return key.startsWith("msg_") ? key : undefined;
}
