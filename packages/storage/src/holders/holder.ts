import { sql } from "kysely";
import type { SessionRow } from "../schema/rows/chats.ts";

/** The holder of a chat. */
export type ChatHolder = "agent" | "waiting" | "person";

/** An operator who speaks to visitors, with the name that visitors see. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** The holder of a chat. */
export interface ChatHolding {
  readonly holder: ChatHolder;
  /** The person who holds it; `null` while none does. */
  readonly operator: Person | null;
  /** Grows with each move; 0 before the first. */
  readonly epoch: number;
  /** Since when; `null` before the first move. */
  readonly since: number | null;
}

/** Why a person was asked for. */
export interface HandoffFacts {
  readonly by: "visitor" | "agent" | "operator";
  readonly reason: string | null;
  readonly summary: string | null;
  readonly email: string | null;
  readonly since: number;
}

/**
 * Whether a session's chat is not with its agent: the condition of the index of these chats. It is written out, since
 * SQLite finds no index of some rows by a parameter.
 */
export const isInHand = sql<boolean>`sessions.holder != 'agent'`;

/** The columns of a session's row about who holds its chat. */
export type HoldingColumns = Pick<
  SessionRow,
  "holder" | "epoch" | "held_since" | "operator_id" | "operator_name"
>;

/** Reads who holds a chat. */
export function holdingOf(row: HoldingColumns): ChatHolding {
  const { operator_id: id, operator_name: name } = row;
  return {
    // Only this package writes the column, from this very type.
    holder: row.holder as ChatHolder,
    operator: id === null || name === null ? null : { id, name },
    epoch: row.epoch,
    since: row.held_since,
  };
}

/** Reads why a person was asked for; `null` if none was. */
export function handoffOf(
  row: {
    readonly [Column in "asked_by" | "reason" | "summary" | "email"]: string | null;
  } & { readonly since: number | null },
): HandoffFacts | null {
  const { asked_by: by, reason, summary, email, since } = row;
  if (by === null || since === null) return null;
  return { by: by as HandoffFacts["by"], reason, summary, email, since };
}

/** Whether a message of the visitor is for a person to answer. */
export function isLeftToPerson(holder: string | undefined, isQuietWhileWaiting = false): boolean {
  return holder === "person" || (holder === "waiting" && isQuietWhileWaiting);
}
