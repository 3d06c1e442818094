import type { Kysely } from "kysely";
import type { Change } from "./change.ts";
import type { HotStatements } from "./hot-statements.ts";
import type { KeyRecord, KeyStore } from "./storage.ts";
import type { KeyRow, Tables } from "./tables.ts";

interface Parts {
  readonly database: Kysely<Tables>;
  readonly findKey: HotStatements["findKey"];
  readonly change: Change;
}

/** Keys, each bound to one agent and gone with it. */
export function createKeyStore({ database, findKey, change }: Parts): KeyStore {
  async function update(
    id: string,
    values: Partial<KeyRow>,
    allowedBefore?: string,
  ): Promise<KeyRecord | undefined> {
    const row = await change(async (transaction, mark) => {
      const updated = await transaction
        .updateTable("keys")
        .set(values)
        .where("id", "=", id)
        .$if(allowedBefore !== undefined, (query) => query.where("allowed", "=", allowedBefore ?? ""))
        .returningAll()
        .executeTakeFirst();
      if (updated) await mark();
      return updated;
    });
    return row && keyRecord(row);
  }

  return {
    async create(key) {
      await change(async (transaction, mark) => {
        await transaction.insertInto("keys").values(keyRow(key)).execute();
        await mark();
      });
    },

    find: findKey,

    async list(agentId) {
      const rows = await database
        .selectFrom("keys")
        .selectAll()
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(keyRecord);
    },

    setAllowed: (id, allowed, before) =>
      update(id, { allowed: JSON.stringify(allowed) }, before && JSON.stringify(before)),

    setRateLimit: (id, rateLimit) => update(id, { rate_limit: rateLimit }),

    async revoke(id, at) {
      await change(async (transaction, mark) => {
        await transaction
          .updateTable("keys")
          .set({ revoked_at: at })
          .where("id", "=", id)
          .where("revoked_at", "is", null)
          .execute();
        await mark();
      });
      return findKey(id);
    },
  };
}

/** Reads a row of the table `keys`. */
export function keyRecord(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    agentId: row.agent_id,
    name: row.name,
    secretHash: row.secret_hash,
    lastFour: row.last_four,
    allowed: JSON.parse(row.allowed),
    rateLimit: row.rate_limit,
    serverSide: row.server_side === 1,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

function keyRow(key: KeyRecord): KeyRow {
  return {
    id: key.id,
    agent_id: key.agentId,
    name: key.name,
    secret_hash: key.secretHash,
    last_four: key.lastFour,
    allowed: JSON.stringify(key.allowed),
    rate_limit: key.rateLimit,
    server_side: key.serverSide ? 1 : 0,
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  };
}
