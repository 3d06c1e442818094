import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { Tables } from "../schema/tables.ts";
import type { PushStore, PushSubscriptionRecord } from "./push-store.ts";
import type { PushSubscriptionRow } from "./push-subscription-row.ts";

/** Subscriptions of people. */
export function createPushStore({ database }: { readonly database: Kysely<Tables> }): PushStore {
  return {
    save: ({ id, operatorId, sessionId, sealed, browser, createdAt, max, audit }) =>
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

    async list(operatorIds) {
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

    async find({ id, operatorId }) {
      const row = await database
        .selectFrom("push_subscriptions")
        .selectAll()
        .where("id", "=", id)
        .where("operator_id", "=", operatorId)
        .executeTakeFirst();
      return row && subscription(row);
    },

    async used(id, at) {
      await database.updateTable("push_subscriptions").set({ last_at: at }).where("id", "=", id).execute();
    },

    remove: ({ id, operatorId, audit }) =>
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
