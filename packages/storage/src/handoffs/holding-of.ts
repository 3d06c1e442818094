import type { ChatHolder } from "../chat-index/chat-index.ts";
import type { SessionRow } from "../schema/tables.ts";
import type { ChatHolding, HandoffFacts } from "./handoff-store.ts";

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

/** Reads why a person was asked for; `null` where nobody was. */
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
