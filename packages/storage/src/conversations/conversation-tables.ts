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
