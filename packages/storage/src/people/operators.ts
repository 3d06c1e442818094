import type { Kysely } from "kysely";
import type { WriteInOrder } from "../change.ts";
import { decodeCursor, pageOf } from "../paging.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit } from "./audit.ts";
import {
  comparableName,
  operatorRecord,
  type NewSignInLink,
  type OperatorRecord,
  type OperatorStore,
} from "./operator-store.ts";
import { endPushes, hideDraftsOf } from "./revoke-access.ts";
import { createUpdateOperator, hasOtherOwner } from "./update-operator.ts";

const list = "operators";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** People, and the links that sign them in. */
export function createOperatorStore(dependencies: Dependencies): OperatorStore {
  const { database, writeInOrder, removeResidue } = dependencies;

  async function findBy(column: "id" | "name_key", value: string): Promise<OperatorRecord | undefined> {
    const row = await database
      .selectFrom("operators")
      .selectAll()
      .where(column, "=", value)
      .executeTakeFirst();
    return row && operatorRecord(row);
  }

  return {
    create: ({ id, name, displayName, role, agents, createdAt }, { link, onlyFirst = false, audit } = {}) =>
      writeInOrder(async (transaction) => {
        if (onlyFirst && (await transaction.selectFrom("operators").select("id").limit(1).executeTakeFirst()))
          return { kind: "operators_exist" };
        const row = await transaction
          .insertInto("operators")
          .values({
            id,
            name,
            name_key: comparableName(name),
            display_name: displayName,
            role,
            agents: agents && JSON.stringify(agents),
            state: "invited",
            created_at: createdAt,
            last_seen_at: null,
            revision: 1,
            password_hash: null,
          })
          .onConflict((conflict) => conflict.column("name_key").doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) return { kind: "name_taken" };
        if (link) await insertLink(transaction, id, link);
        await writeAudit(transaction, audit);
        return { kind: "created", operator: operatorRecord(row) };
      }),

    find: (id) => findBy("id", id),
    findByName: (name) => findBy("name_key", comparableName(name)),

    async list({ after, limit }) {
      let query = database.selectFrom("operators").selectAll();
      if (after !== undefined) {
        const [at, id] = decodeCursor(list, after, ["number", "string"]);
        query = query.where((row) =>
          row(row.refTuple("created_at", "id"), ">", row.tuple(row.val(at), row.val(id))),
        );
      }
      const rows = await query
        .orderBy("created_at")
        .orderBy("id")
        .limit(limit + 1)
        .execute();
      const position = ({ created_at, id }: { created_at: number; id: string }) => [created_at, id];
      return pageOf(rows, { list, limit, item: operatorRecord, position });
    },

    update: createUpdateOperator({ writeInOrder }),

    async setAvailable(id, available) {
      const { numUpdatedRows } = await database
        .updateTable("operators")
        .set({ available: available ? 1 : 0 })
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    async remove({ id, at, audit }) {
      const result = await writeInOrder(async (transaction) => {
        const row = await transaction
          .selectFrom("operators")
          .select("role")
          .where("id", "=", id)
          .executeTakeFirst();
        if (!row) return { kind: "operator_not_found" } as const;
        if (row.role === "owner" && !(await hasOtherOwner(transaction, id)))
          return { kind: "last_owner" } as const;
        await hideDraftsOf(transaction, id);
        await transaction.deleteFrom("operators").where("id", "=", id).execute();
        await transaction.deleteFrom("alert_rounds").where("name", "like", `%:${id}`).execute();
        await transaction
          .updateTable("api_tokens")
          .set({ revoked_at: at })
          .where("operator_id", "=", id)
          .where("revoked_at", "is", null)
          .execute();
        await writeAudit(transaction, audit);
        return { kind: "removed" } as const;
      });
      if (result.kind === "removed") await removeResidue();
      return result;
    },

    createLink: ({ operatorId, link, audit }) =>
      writeInOrder(async (transaction) => {
        const found = await transaction
          .selectFrom("operators")
          .select("id")
          .where("id", "=", operatorId)
          .executeTakeFirst();
        if (!found) return { kind: "operator_not_found" };
        await insertLink(transaction, operatorId, link);
        await writeAudit(transaction, audit);
        return { kind: "created" };
      }),

    async findPassword(id) {
      const row = await database
        .selectFrom("operators")
        .select("password_hash")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.password_hash;
    },

    setPassword: createSetPassword(dependencies),
  };
}

async function insertLink(
  transaction: Kysely<Tables>,
  operatorId: string,
  { tokenHash, expiresAt }: NewSignInLink,
): Promise<void> {
  await transaction
    .insertInto("sign_in_links")
    .values({ token_hash: tokenHash, operator_id: operatorId, expires_at: expiresAt })
    .execute();
}

interface PasswordDependencies {
  readonly writeInOrder: WriteInOrder;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** Sets or removes a password. All sessions of this person end, except the one in which it was changed. */
function createSetPassword({
  writeInOrder,
  removeResidue,
}: PasswordDependencies): OperatorStore["setPassword"] {
  return async ({ id, before, passwordHash, session, audit }) => {
    const result = await writeInOrder(async (transaction) => {
      const row = await transaction
        .selectFrom("operators")
        .select("password_hash")
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row) return { kind: "operator_not_found" } as const;
      if (row.password_hash !== before) return { kind: "password_changed_meanwhile" } as const;
      await transaction
        .updateTable("operators")
        .set({ password_hash: passwordHash })
        .where("id", "=", id)
        .execute();
      let others = transaction.deleteFrom("operator_sessions").where("operator_id", "=", id);
      if (session) others = others.where("id", "!=", session.id);
      await others.execute();
      await endPushes(transaction, id, { except: session?.id });
      if (session)
        await transaction
          .updateTable("operator_sessions")
          .set({ token_hash: session.tokenHash })
          .where("id", "=", session.id)
          .where("operator_id", "=", id)
          .execute();
      await writeAudit(transaction, audit);
      return { kind: "password_set" } as const;
    });
    if (result.kind === "password_set" && before !== null) await removeResidue();
    return result;
  };
}
