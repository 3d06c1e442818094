import { holdingOf } from "../handoffs/holding-of.ts";
import type { SessionRecord } from "../storage.ts";
import type { SessionRow } from "../schema/tables.ts";

/** Reads a row of the table `sessions`. The hash of the token stays behind. */
export function sessionRecord(row: Omit<SessionRow, "token_hash" | "taken_epoch">): SessionRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    turns: row.turns,
    ...(row.epoch > 0 && { holding: holdingOf(row) }),
  };
}
