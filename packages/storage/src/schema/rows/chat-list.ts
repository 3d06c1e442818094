import type { Generated } from "kysely";

/** A chat as operators list it, made from its session, messages and replies. */
export interface ChatRow {
  id: string;
  /** Of its own, by which its texts are known, see `idsOfChat`. */
  number: number;
  agent_id: string;
  key_id: string | null;
  started_at: number;
  last_at: number;
  messages: number;
  first: string;
  last: string;
  holder: string;
  outcome: string;
  rating: string | null;
  marks: string;
  language: string | null;
  versions: string;
  user_id: string | null;
  user_name: string | null;
  /** What is known of its turns as a whole, as JSON, see `ChatTally`. */
  tally: string;
  /** The part of it that is in `usage_counts`. */
  counted: string;
  /** Grows with each change, over all chats. */
  revision: number;
  /** The person who holds it. */
  operator_id: string | null;
  operator_name: string | null;
  epoch: number;
  /** Why a person was asked for, as JSON; `null` if none was. */
  handoff: string | null;
  /**
   * Since when the visitor, who left an address, has waited for an answer while no person holds the chat; 0 where they do not.
   * `null` without an address.
   */
  address_since: number | null;
}

/** A turn that has changed since its chat's row was made. */
export interface ChatChangeRow {
  id: Generated<number>;
  session_id: string;
  /** 0 when no text has changed. */
  turn: number;
}

/** A turn as its chat's row counts it. */
export interface ChatTurnRow {
  session_id: string;
  turn: number;
  /** JSON, see `TurnFacts`. */
  facts: string;
}

/** The words of a visitor's messages in one turn, or of its reply: written once. */
export interface ChatTextRow {
  /** See `textId`. */
  id: number;
  session_id: string;
  text: string;
}
