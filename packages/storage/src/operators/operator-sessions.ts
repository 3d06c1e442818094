import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import { endPushes } from "../push/end-pushes.ts";
import type { Tables } from "../schema/tables.ts";
import type { OperatorSessionRow } from "./operator-tables.ts";
import { operatorRecord } from "./operator-record.ts";
import type { OperatorSession, OperatorSessionStore } from "./operator-session-store.ts";
import { createConfirm, createSignIn } from "./sign-in.ts";
import type { WriteInOrder } from "./write-in-order.ts";

/** Times of use are written at most this often, in milliseconds. */
export const seenMs = 60_000;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Sessions of the console. */
export function createOperatorSessionStore({ database, writeInOrder }: Dependencies): OperatorSessionStore {
  return {
    signIn: createSignIn({ database }),

    confirm: createConfirm({ writeInOrder }),

    async find({ tokenHash, idleSince, createdSince }) {
      const session = await database
        .selectFrom("operator_sessions")
        .selectAll()
        .where("token_hash", "=", tokenHash)
        .where("last_seen_at", ">=", idleSince)
        .where("created_at", ">=", createdSince)
        .executeTakeFirst();
      if (!session) return undefined;
      const operator = await database
        .selectFrom("operators")
        .selectAll()
        .where("id", "=", session.operator_id)
        .executeTakeFirst();
      return operator && { session: sessionOf(session), operator: operatorRecord(operator) };
    },

    async seen({ id, operatorId, at }) {
      const { numUpdatedRows } = await database
        .updateTable("operator_sessions")
        .set({ last_seen_at: at })
        .where("id", "=", id)
        .where("last_seen_at", "<=", at - seenMs)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return;
      await database
        .updateTable("operators")
        .set({ last_seen_at: at })
        .where("id", "=", operatorId)
        .where("last_seen_at", "<", at)
        .execute();
    },

    async list({ operatorId, idleSince, createdSince }) {
      const rows = await database
        .selectFrom("operator_sessions")
        .selectAll()
        .where("operator_id", "=", operatorId)
        .where("last_seen_at", ">=", idleSince)
        .where("created_at", ">=", createdSince)
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .execute();
      return rows.map(sessionOf);
    },

    end: ({ id, operatorId, audit }) =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("operator_sessions")
          .where("id", "=", id)
          .where("operator_id", "=", operatorId)
          .executeTakeFirstOrThrow();
        await endPushes(transaction, operatorId, { only: id });
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return numDeletedRows > 0n;
      }),

    endOthers: ({ operatorId, except, audit }) =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("operator_sessions")
          .where("operator_id", "=", operatorId)
          .where("id", "!=", except)
          .executeTakeFirstOrThrow();
        await endPushes(transaction, operatorId, { except });
        if (numDeletedRows > 0n) await writeAudit(transaction, audit);
        return Number(numDeletedRows);
      }),
  };
}

function sessionOf(row: OperatorSessionRow): OperatorSession {
  return {
    id: row.id,
    operatorId: row.operator_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    browser: row.browser,
    confirmedAt: row.confirmed_at ?? row.created_at,
  };
}
