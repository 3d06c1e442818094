import type { Kysely } from "kysely";
import { actorOf } from "../audit/audit-actor.ts";
import { writeAudit } from "../audit/write-audit.ts";
import { newestPage } from "../paging/newest-page.ts";
import { operatorRecord } from "../operators/operator-record.ts";
import { roleOf } from "../operators/operator-role.ts";
import { seenMs } from "../operators/operator-sessions.ts";
import type { WriteInOrder } from "../operators/write-in-order.ts";
import type { ApiTokenRow } from "../operators/operator-tables.ts";
import type { Tables } from "../schema/tables.ts";
import type { NewToken, TokenRecord, ApiTokenStore } from "./api-token-store.ts";

const list = "tokens";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** API tokens. */
export function createApiTokenStore({ database, writeInOrder }: Dependencies): ApiTokenStore {
  const findRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("api_tokens").selectAll().where("id", "=", id).executeTakeFirst();
  const findOperatorRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    create: (token, audit) =>
      writeInOrder(async (transaction) => {
        const { operatorId } = token;
        if (operatorId !== null && !(await findOperatorRow(transaction, operatorId)))
          return { kind: "operator_not_found" };
        const { numInsertedOrUpdatedRows: created } = await transaction
          .insertInto("api_tokens")
          .values(tokenRow(token))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirstOrThrow();
        if (!created) return { kind: "id_taken" };
        await writeAudit(transaction, audit);
        return { kind: "created" };
      }),

    async find(id) {
      const row = await findRow(database, id);
      if (!row) return undefined;
      const operator =
        row.operator_id === null ? undefined : await findOperatorRow(database, row.operator_id);
      return { token: tokenRecord(row), operator: operator ? operatorRecord(operator) : null };
    },

    list: ({ after, limit }) =>
      newestPage(database.selectFrom("api_tokens").selectAll(), {
        list,
        time: "created_at",
        after,
        limit,
        item: tokenRecord,
      }),

    async used({ id, at }) {
      await database
        .updateTable("api_tokens")
        .set({ last_used_at: at })
        .where("id", "=", id)
        .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<=", at - seenMs)]))
        .execute();
    },

    revoke: ({ id, at, audit }) =>
      writeInOrder(async (transaction) => {
        const revoked = await transaction
          .updateTable("api_tokens")
          .set({ revoked_at: at })
          .where("id", "=", id)
          .where("revoked_at", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (revoked) {
          await writeAudit(transaction, audit);
          return { kind: "revoked", token: tokenRecord(revoked) };
        }
        const row = await findRow(transaction, id);
        return row ? { kind: "already_revoked", token: tokenRecord(row) } : { kind: "token_not_found" };
      }),
  };
}

function tokenRecord(row: ApiTokenRow): TokenRecord {
  return {
    id: row.id,
    secretHash: row.secret_hash,
    name: row.name,
    role: roleOf(row.role),
    agents: row.agents === null ? null : JSON.parse(row.agents),
    operatorId: row.operator_id,
    createdBy: actorOf({ kind: row.created_by_kind, id: row.created_by_id, name: row.created_by_name }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

function tokenRow(token: NewToken): ApiTokenRow {
  return {
    id: token.id,
    secret_hash: token.secretHash,
    name: token.name,
    role: token.role,
    agents: token.agents && JSON.stringify(token.agents),
    operator_id: token.operatorId,
    created_by_kind: token.createdBy.kind,
    created_by_id: token.createdBy.id,
    created_by_name: token.createdBy.name,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    last_used_at: null,
    revoked_at: null,
  };
}
