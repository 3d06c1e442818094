import type { MessagePart, QuestionPart } from "@servicechat/contract";

/** A visitor's chat. */
export interface SessionRow {
  id: string;
  agent_id: string;
  token_hash: string;
  created_at: number;
  last_active_at: number;
  /** Number of the newest turn. Turns are numbered from 1 without a gap. */
  turns: number;
  /** `agent`, `waiting` or `person`. */
  holder: string;
  /** Raised by every move to another holder; 0 before the first. */
  epoch: number;
  /** The epoch in which a person last took it: replies from before are no longer written. */
  taken_epoch: number;
  held_since: number | null;
  /** The person who holds it, and the name that visitors see. */
  operator_id: string | null;
  operator_name: string | null;
  /** 1 once it is gone for everybody, while its rows are being deleted. */
  erased: number;
}

/** A visitor's message. */
export interface MessageRow {
  id: string;
  session_id: string;
  turn: number;
  /** Within its turn, from 0. */
  position: number;
  content: string;
  parts: string;
  created_at: number;
}

/** The one reply of a turn: where it is, the turn is. */
export interface ReplyRow {
  id: string;
  session_id: string;
  turn: number;
  status: string;
  content: string;
  parts: string;
  transcript: string;
  failure: string | null;
  /** 0 or 1. */
  truncated: number;
  created_at: number;
  /** Id of the node that writes it. */
  node: string;
  /** `up` or `down`; `null` while the visitor has said nothing of it. */
  rating: string | null;
  comment: string | null;
  rated_at: number | null;
  /** 0 or 1: whether a later turn has replaced this one. The database's default for new rows is 0. */
  replaced: number;
  /** The explanation for an operator; `null` while it is running. */
  details: string | null;
  /** `person`; `nobody`, where a person is to answer the turn; `null`: the agent. */
  author: string | null;
  author_id: string | null;
  /** As the visitor has read it. */
  author_name: string | null;
  /** Id of the key that its turn came with; `null` where none is known. */
  asked_key: string | null;
  /** That of its session when its turn was taken. */
  epoch: number;
}

/** A reply without what only operators read, which is as long as the reply itself. */
export type ToldReplyColumns = Omit<ReplyRow, "details" | "asked_key" | "epoch">;

/** The parts of the reply, in order. The text itself is only in `content`: a text part says where its run begins. */
export type StoredPart =
  | { readonly type: "text"; readonly start: number }
  | Exclude<MessagePart, { type: "text" | "question" }>
  | StoredQuestion;

/**
 * A question. For a request to confirm it also has a mark of the user who was asked; without one, nobody was signed in.
 */
export type StoredQuestion = QuestionPart & { readonly askedOf?: string };

/** A question that the reply of a turn asked. Its answer lies here, so that a reply still being written cannot overwrite it. */
export interface QuestionRow {
  session_id: string;
  id: string;
  turn: number;
  /** `null` while it is open. */
  answer: string | null;
}

/** A file that a visitor sent, or an image that a tool made. */
export interface FileRow {
  id: string;
  session_id: string;
  /** `upload` or `image`. */
  kind: string;
  name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  /** In pixels, of images. */
  width: number | null;
  height: number | null;
  alt: string;
  /** Its text, as far as it could be read. */
  text: string | null;
  created_at: number;
  /** `null` while no message has brought it along. */
  sent_at: number | null;
  /** The key it came with, and the hash of the address, until a message has claimed it. */
  key_id: string | null;
  address: string | null;
  bytes: Uint8Array;
}

/** The turn that an agent's Idempotency-Key identifies. */
export interface IdempotencyRow {
  agent_id: string;
  key: string;
  body_hash: string;
  session_id: string;
  turn: number;
  reply_id: string;
  expires_at: number;
}
