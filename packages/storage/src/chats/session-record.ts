import { holdingOf, type ChatHolding } from "../holders/holder.ts";
import type { SessionRow } from "../schema/rows/chats.ts";

/** A visitor's chat with an agent. Only a hash of its token is stored. */
export interface SessionRecord {
  readonly id: string;
  readonly agentId: string;
  readonly createdAt: number;
  /** When its newest turn was accepted, or a file arrived; its idle time counts from here. */
  readonly lastActiveAt: number;
  /** Number of the newest turn; 0 before the first. */
  readonly turns: number;
  /** The holder of the chat; absent if the agent has always held it. */
  readonly holding?: ChatHolding;
}

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
