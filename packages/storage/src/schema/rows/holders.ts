/** Why a person was asked for in a chat, and what became of it. One row for each chat in which that has happened. */
export interface HandoffRow {
  session_id: string;
  /** `visitor`, `agent` or `operator`. */
  asked_by: string;
  reason: string | null;
  summary: string | null;
  email: string | null;
  since: number;
  /** When a person last did something in it. */
  person_at: number | null;
  /** The newest turn at the time when the agent got the chat back. */
  returned_turn: number | null;
  /** Id of the key by which the visitor asked. */
  key_id: string | null;
  /** Language in which the visitor reads the chat, as they left the address. */
  language: string | null;
  /** The page on which they left it. */
  page: string | null;
  /** When the visitor has surely seen all that was said before; `null` before they left an address. */
  seen_at: number | null;
  /** When the visitor seemed to be there last. */
  present_at: number | null;
  /** When a mail to the visitor was begun last. */
  mailed_at: number | null;
  /** The newest turn that a mail contains; 0 without one. */
  mailed_turn: number;
  /** When the visitor left an address that nobody has answered since; `null` before. */
  address_at: number | null;
  /** When an operator last said that no answer is needed. */
  done_at: number | null;
}

/** A change of who holds a chat, as everybody in it sees it. */
export interface ChatEventRow {
  id: string;
  session_id: string;
  turn: number;
  /** Between the messages of its turn, see `positionAfter`. */
  position: number;
  at: number;
  epoch: number;
  type: string;
  name: string | null;
  /** Id of the message before; `null` before the first. */
  after_id: string | null;
}

/** An operator's note for other operators. */
export interface ChatNoteRow {
  id: string;
  session_id: string;
  turn: number;
  position: number;
  at: number;
  text: string;
  operator_id: string;
  operator_name: string;
}
