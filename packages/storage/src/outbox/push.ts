import type { Kysely } from "kysely";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { PushSubscriptionRow } from "../schema/rows/outbox.ts";
import type { Tables } from "../schema/tables.ts";

/** A browser that receives push notifications for a person. */
export interface PushSubscriptionRecord {
  /** Derived from its address, so the same browser always has the same one. */
  readonly id: string;
  readonly operatorId: string;
  /** Address and keys, sealed: the database cannot read them. */
  readonly sealed: string;
  /** Its name, as the session has it. */
  readonly browser: string;
  readonly createdAt: number;
  /** When its push service last accepted something; `null` before the first time. */
  readonly lastAt: number | null;
}

/** Subscriptions of people. */
export function createPushStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /**
     * Stores one, replacing the same subscription of anybody. If a person has more than `max`, the oldest are deleted.
     *
     * @returns `false` without the person, or the session
     */
    save: ({
      id,
      operatorId,
      sessionId,
      sealed,
      browser,
      createdAt,
      max,
      audit,
    }: Omit<PushSubscriptionRecord, "lastAt"> & {
      readonly sessionId: string;
      readonly max: number;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        // Nothing changes in it, but it stays until this is written: a session that is being ended takes it along.
        const { numUpdatedRows } = await transaction
          .updateTable("operator_sessions")
          .set((row) => ({ browser: row.ref("browser") }))
          .where("id", "=", sessionId)
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        const values = { operator_id: operatorId, session_id: sessionId, sealed, browser };
        await transaction
          .insertInto("push_subscriptions")
          .values({ id, ...values, created_at: createdAt, last_at: null })
          .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
          .execute();
        const newest = transaction
          .selectFrom("push_subscriptions")
          .select("id")
          .where("operator_id", "=", operatorId)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(max);
        await transaction
          .deleteFrom("push_subscriptions")
          .where("operator_id", "=", operatorId)
          .where("id", "!=", id)
          .where("id", "not in", newest)
          .execute();
        await writeAudit(transaction, audit);
        return true;
      }),

    /** Oldest first. */
    async list(operatorIds: readonly string[]): Promise<readonly PushSubscriptionRecord[]> {
      if (operatorIds.length === 0) return [];
      const rows = await database
        .selectFrom("push_subscriptions")
        .selectAll()
        .where("operator_id", "in", operatorIds)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(subscription);
    },

    async find({
      id,
      operatorId,
    }: {
      readonly id: string;
      readonly operatorId: string;
    }): Promise<PushSubscriptionRecord | undefined> {
      const row = await database
        .selectFrom("push_subscriptions")
        .selectAll()
        .where("id", "=", id)
        .where("operator_id", "=", operatorId)
        .executeTakeFirst();
      return row && subscription(row);
    },

    /** Notes that its push service accepted something. */
    async used(id: string, at: number): Promise<void> {
      await database.updateTable("push_subscriptions").set({ last_at: at }).where("id", "=", id).execute();
    },

    /** @param removal.operatorId whose it must be; left out: anybody's */
    remove: ({
      id,
      operatorId,
      audit,
    }: {
      readonly id: string;
      readonly operatorId?: string;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("push_subscriptions")
          .where("id", "=", id)
          .$if(operatorId !== undefined, (query) => query.where("operator_id", "=", operatorId ?? ""))
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return numDeletedRows > 0n;
      }),
  };
}

/** Subscriptions of people. They are deleted with the person, and when the session that created them ends. */
export type PushStore = ReturnType<typeof createPushStore>;

function subscription(row: PushSubscriptionRow): PushSubscriptionRecord {
  return {
    id: row.id,
    operatorId: row.operator_id,
    sealed: row.sealed,
    browser: row.browser,
    createdAt: row.created_at,
    lastAt: row.last_at,
  };
}
