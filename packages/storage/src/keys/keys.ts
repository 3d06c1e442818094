import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { Change } from "../change.ts";
import type { HotStatements } from "../schema/hot-statements.ts";
import type { KeyRecord, KeyStore, NewKey } from "../storage.ts";
import { isOfLiveAgent } from "../previews/preview-id.ts";
import type { KeyRow } from "./key-row.ts";
import type { Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly findKey: HotStatements["findKey"];
  readonly change: Change;
}

/** Keys, each bound to one agent and gone with it. */
export function createKeyStore({ database, findKey, change }: Dependencies): KeyStore {
  return {
    async create(key, audit) {
      await change(async (transaction, bumpRevision) => {
        await insertKey(transaction, key);
        await writeAudit(transaction, audit);
        await bumpRevision();
      });
    },

    find: findKey,

    async list(agentId) {
      const rows = await database
        .selectFrom("keys")
        .selectAll()
        .where(isOfLiveAgent("agent_id"))
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(keyRecord);
    },

    async liveIds(now) {
      const rows = await database
        .selectFrom("keys")
        .select("id")
        .where((key) => key.or([key("revoked_at", "is", null), key("revoked_at", ">", now)]))
        .execute();
      return rows.map(({ id }) => id);
    },

    async change(id, { allowed, name, rateLimit }, before, audit) {
      const row = await change(async (transaction, bumpRevision) => {
        const updated = await transaction
          .updateTable("keys")
          .set({
            ...(allowed !== undefined && { allowed: JSON.stringify(allowed) }),
            ...(name !== undefined && { name }),
            ...(rateLimit !== undefined && { rate_limit: rateLimit }),
          })
          .where("id", "=", id)
          .where((key) => key.and(before ? settingsOf(keyRow(before, null)) : {}))
          .$if(before !== undefined, (query) => query.where("revoked_at", "is", null))
          .returningAll()
          .executeTakeFirst();
        if (updated) {
          await writeAudit(transaction, audit);
          await bumpRevision();
        }
        return updated;
      });
      return row && keyRecord(row);
    },

    async revoke(id, at, audit) {
      await change(async (transaction, bumpRevision) => {
        const { numUpdatedRows } = await transaction
          .updateTable("keys")
          .set({ revoked_at: at })
          .where("id", "=", id)
          .where((key) => key.or([key("revoked_at", "is", null), key("revoked_at", ">", at)]))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await writeAudit(transaction, audit);
        await bumpRevision();
      });
      return findKey(id);
    },

    replace: (id, by, endsAt, audit) =>
      change(async (transaction, bumpRevision) => {
        const { numUpdatedRows } = await transaction
          .updateTable("keys")
          .set({ revoked_at: endsAt })
          .where("id", "=", id)
          .where("revoked_at", "is", null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto("keys").values(keyRow(by, id)).execute();
        await writeAudit(transaction, audit);
        await bumpRevision();
        return true;
      }),
  };
}

/** Writes a key that takes no other's place. */
export async function insertKey(transaction: Kysely<Tables>, key: NewKey): Promise<void> {
  await transaction.insertInto("keys").values(keyRow(key, null)).execute();
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
    replaces: row.replaces,
  };
}

function keyRow(key: NewKey, replaces: string | null): KeyRow {
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
    replaces,
  };
}

/** The columns that can change. */
function settingsOf({ allowed, name, rate_limit }: KeyRow) {
  return { allowed, name, rate_limit };
}
