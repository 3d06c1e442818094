import type { HotStatements } from "../chats/conversations.ts";
import { sessionRecord } from "../chats/session-record.ts";
import { keyRecord } from "../keys/keys.ts";
import type { SessionRow } from "../schema/rows/chats.ts";
import type { KeyRow } from "../schema/rows/keys.ts";
import { createAcceptTurn } from "./accept-turn.ts";
import type { Exclusive } from "./exclusive.ts";
import type { Connection } from "./open-connection.ts";
import { createTurnReaders } from "./read-turns.ts";
import { createSpending } from "./spending.ts";
import { createReplyWriters } from "./write-replies.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
}

/** Prepares every hot statement once. */
export function createHotStatements(dependencies: Dependencies): HotStatements {
  const { connection, exclusive } = dependencies;
  const spending = createSpending({ connection });
  const selectKey = connection.prepare<KeyRow>("select * from keys where id = ?");
  const selectSession = connection.prepare<SessionRow>(
    `select * from sessions
     where token_hash = ? and agent_id = ? and last_active_at >= ? and created_at >= ?`,
  );

  return {
    async findKey(id) {
      const row = await exclusive.alone(() => selectKey.get(id));
      return row && keyRecord(row);
    },

    async findSession({ tokenHash, agentId, idleSince, createdSince }) {
      const row = await exclusive.alone(() => selectSession.get(tokenHash, agentId, idleSince, createdSince));
      return row && sessionRecord(row);
    },

    acceptTurn: createAcceptTurn({ ...dependencies, spending }),
    ...createReplyWriters({ ...dependencies, spending }),
    ...createTurnReaders(dependencies),
  };
}
