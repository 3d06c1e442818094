/** A tag that operators have put on a chat. */
export interface ChatTagRow {
  session_id: string;
  tag: string;
}

/** Until when an operator has set a chat aside, and what it was like then: see `snoozedUntil`. */
export interface ChatSnoozeRow {
  session_id: string;
  until: number;
  epoch: number;
  /** The place of the visitor's newest message; 0 and -1 where there was none. */
  turn: number;
  position: number;
}

/** The visitor's newest message that an operator has seen in a chat. */
export interface ChatSeenRow {
  session_id: string;
  operator_id: string;
  turn: number;
  position: number;
  at: number;
}
