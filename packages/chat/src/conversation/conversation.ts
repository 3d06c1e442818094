import type {
  ChatEventType,
  Feedback,
  FileInfo,
  FollowUps,
  MessagePart,
  MessageStatus,
  PostedMessage,
  StreamError,
} from "@servicechat/contract";

/** Something the visitor said, answered or chose. */
export interface VisitorEntry {
  readonly from: "visitor";
  /** Stable while the entry is on screen. */
  readonly key: string;
  /** What is drawn; empty for an answer that its question shows. */
  readonly text: string;
  /** When it was sent, in milliseconds of the epoch. */
  readonly at?: number;
  /** What was sent, to send it again. */
  readonly message: PostedMessage;
  /** The file that it is, drawn in place of a text. */
  readonly file?: FileInfo;
  /** A later turn stands in the place of its turn. */
  readonly replaced?: true;
}

/** The parts of a reply that are drawn in it; history's `answer`, `action` and `file` belong to visitors. */
export type ReplyPart = Extract<MessagePart, { type: "text" | "tool" | "image" | "question" }>;

/** An answer, on its way or ended. */
export interface ReplyEntry {
  readonly from: "agent";
  readonly key: string;
  /** `waiting`: the service has not taken what was said yet. */
  readonly status: "waiting" | MessageStatus;
  readonly parts: readonly ReplyPart[];
  /** What the agent does right now. */
  readonly progress?: string;
  /** What the visitor may want to ask next. */
  readonly followUps?: FollowUps;
  readonly error?: StreamError;
  readonly truncated?: boolean;
  /** What the visitor thought of it. */
  readonly feedback?: Feedback;
  /** A person has taken the chat: nothing more of the agent comes here. */
  readonly taken?: true;
  /** The visitor pressed stop; the stream has not ended yet. */
  readonly stopping?: boolean;
  /** The id of the last event drawn: the position to resume after. */
  readonly lastEventId?: string;
  readonly replaced?: true;
}

/** What the visitor and the agent have said, of which a chat is made up. */
export type Entry = VisitorEntry | ReplyEntry;

/** What a person has said, or what happened with the chat besides. It stands between the entries, and is part of no turn. */
export type PeopleLine = {
  readonly key: string;
  /** In milliseconds of the epoch. */
  readonly at: number;
  /** The key of the entry that it comes after; `null` before the first. */
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
 * The conversation as it is drawn: a question that failed before anything came of it and was then asked again is drawn
 * once, in its last try.
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

/** What the visitor said in a turn, to compare. */
function asked(turn: readonly Entry[]): string {
  return JSON.stringify(
    turn.flatMap((entry) => (entry.from === "visitor" ? [[entry.text, entry.file]] : [])),
  );
}

/** All the text of a reply. */
export function textOf(reply: ReplyEntry): string {
  return reply.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
