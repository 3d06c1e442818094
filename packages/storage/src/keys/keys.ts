import type { Kysely } from "kysely";
import type { Change } from "../change.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import { isOfLiveAgent } from "../preview-id.ts";
import type { KeyRow } from "../schema/rows/keys.ts";
import type { Tables } from "../schema/tables.ts";

/** A key as requests find it: nothing in it can be used as a credential. */
export interface KeyRecord {
  /** The public part of the key, lower-case letters and digits. */
  readonly id: string;
  readonly agentId: string;
  /** The operator's name for it; may be empty. */
  readonly name: string;
  /** SHA-256 of the secret part, lower-case hex. */
  readonly secretHash: string;
  /** The end of the secret, by which an operator distinguishes keys. */
  readonly lastFour: string;
  /** Canonical allowlist entries; an empty list denies every origin. */
  readonly allowed: readonly string[];
  /** Accepted requests in any 60 seconds. */
  readonly rateLimit: number;
  /** Also accepts requests without an `Origin`. */
  readonly serverSide: boolean;
  readonly createdAt: number;
  /** When it ends, which may be in the future: from then on it is refused for good. `null`: it has no end. */
  readonly revokedAt: number | null;
  /** Id of the key that it replaced; `null` if it replaced none. */
  readonly replaces: string | null;
}

/** A key to be created. */
export interface NewKey extends Omit<KeyRecord, "replaces"> {
  /** The whole key, sealed, so that it can be shown again; left out: it cannot. */
  readonly sealed?: string;
}

/** The changeable fields of a key. */
export type KeySettings = Partial<Pick<KeyRecord, "allowed" | "name" | "rateLimit">>;

/**
 * Keys. Every change moves the storage's revision and writes `audit` in the same transaction; a change that is not made
 * writes nothing.
 */
export interface KeyStore {
  /** @throws if there already is a key with this id, or no agent with its `agentId` */
  create(key: NewKey, audit?: AuditEntry): Promise<void>;
  /** Revoked ones too. */
  find(id: string): Promise<KeyRecord | undefined>;
  /** The whole key, sealed; `undefined` if it was not stored. */
  findSealed(id: string): Promise<string | undefined>;
  /** All keys of live agents, or those of one, oldest first; revoked ones too. */
  list(agentId?: string): Promise<readonly KeyRecord[]>;
  /** Ids of all keys that have not ended by then, those of drafts too. */
  liveIds(now: number): Promise<readonly string[]>;
  /**
   * Changes what is given of a key.
   *
   * @param before the key that the change was made from: when it has other settings by now, or is revoked, nothing changes
   * @returns the key as it is now; `undefined` when there is none, or nothing changed for `before`
   */
  change(
    id: string,
    settings: KeySettings,
    before?: KeyRecord,
    audit?: AuditEntry,
  ): Promise<KeyRecord | undefined>;
  /**
   * Revokes it from a moment on. One that is revoked from an earlier moment on keeps that.
   *
   * @returns the key as it is now; `undefined` when there is none
   */
  revoke(id: string, at: number, audit?: AuditEntry): Promise<KeyRecord | undefined>;
  /**
   * Creates a key to replace another, which is revoked from `endsAt` on, both or neither.
   *
   * @returns `false` if there is no such key, or it is already revoked: nothing was written
   * @throws if there is a key with the id of the new one
   */
  replace(id: string, by: NewKey, endsAt: number, audit?: AuditEntry): Promise<boolean>;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly findKey: KeyStore["find"];
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

    async findSealed(id) {
      const row = await database
        .selectFrom("keys")
        .select("sealed_key")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.sealed_key ?? undefined;
    },

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
export function keyRecord(row: Omit<KeyRow, "sealed_key">): KeyRecord {
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
    sealed_key: key.sealed ?? null,
  };
}

/** The columns that can change. */
function settingsOf({ allowed, name, rate_limit }: KeyRow) {
  return { allowed, name, rate_limit };
}
