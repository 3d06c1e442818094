import type { HotStatements } from "../chats/conversations.ts";
import { sessionRecord } from "../chats/session-record.ts";
import { keyRecord } from "../keys/keys.ts";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { KeyRow } from "../schema/rows/keys.ts";
import { createAcceptTurn } from "./accept-turn.ts";
import type { Connections } from "./connections.ts";
import { createTurnReaders } from "./read-turns.ts";
import { createReplyWriters } from "./write-replies.ts";

// Columns are named one by one here: a prepared `select *` breaks when a newer node adds a column.

const selectKey = {
  name: "find-key",
  text: `select id, agent_id, name, secret_hash, last_four, allowed, rate_limit, server_side, created_at, revoked_at,
      replaces from keys where id = $1`,
};

const selectSession = {
  name: "find-session",
  text: `select id, agent_id, created_at, last_active_at, turns, holder, epoch, held_since, operator_id,
      operator_name from sessions
    where token_hash = $1 and agent_id = $2 and last_active_at >= $3 and created_at >= $4`,
};

/** Statements that each connection prepares when it first needs them. */
export function createHotStatements(parts: { readonly connections: Connections }): HotStatements {
  const { connections } = parts;

  return {
    async findKey(id) {
      const { rows } = await connections.query<KeyRow>(selectKey, [id]);
      return rows[0] && keyRecord(rows[0]);
    },

    async findSession({ tokenHash, agentId, idleSince, createdSince }) {
      const values = [tokenHash, agentId, idleSince, createdSince];
      const { rows } = await connections.query<Omit<SessionRow, "token_hash" | "taken_epoch">>(
        selectSession,
        values,
      );
      return rows[0] && sessionRecord(rows[0]);
    },

    acceptTurn: createAcceptTurn(parts),
    ...createReplyWriters(parts),
    ...createTurnReaders(parts),
  };
}
