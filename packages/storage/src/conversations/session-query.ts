import type { SessionRecord } from "./conversation-store.ts";

/** A session as a list shows it. */
export interface ListedSession extends SessionRecord {
  /** The visitor's first question, a line for each message, in the first turn that was not replaced. */
  readonly firstQuestion: string;
  /** Number of its turns without an answer: the reply failed, broke off, or looked for one and found none. */
  readonly unanswered: number;
}

/** Which sessions are listed: those that fit everything that is given. */
export interface SessionQuery {
  /** Only with these agents; absent or `null`: with all. */
  readonly agents?: readonly string[] | null;
  /** Active at that moment or later. */
  readonly since?: number;
  /** Begun before that moment. */
  readonly until?: number;
  /** Words, and phrases in double quotes, that the visitor or the agent said, see `textMatcher`. */
  readonly search?: string;
  /** Only those with a turn that has no answer. */
  readonly unanswered?: boolean;
  /** Only those whose visitor left an address and waits for an answer to it, as of the last look at what has changed. */
  readonly address?: boolean;
  /** Id of a session: only those that come after it. Nothing comes after one that is not there. */
  readonly after?: string;
  readonly limit: number;
}
