import type { Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { AgentScope } from "../agent-scope/agent-scope.ts";
import type { WriteInOrder } from "../operators/write-in-order.ts";
import type { Tables } from "../schema/tables.ts";
import type { CannedAnswerRow } from "./canned-answer-row.ts";
import type { CannedAnswer, CannedAnswerStore, CannedAnswerValues } from "./canned-answer-store.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Canned answers, the same in every database. */
export function createCannedAnswerStore({ database, writeInOrder }: Dependencies): CannedAnswerStore {
  const findRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("canned_answers").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    create: ({ id, createdAt, ...values }, audit) =>
      writeInOrder(async (transaction) => {
        const { numInsertedOrUpdatedRows: created } = await transaction
          .insertInto("canned_answers")
          .values({ id, ...columnsOf(values), created_at: createdAt, revision: 1 })
          .onConflict((conflict) => conflict.column("name_key").doNothing())
          .executeTakeFirstOrThrow();
        if (!created) return { kind: "name_taken" };
        await writeAudit(transaction, audit);
        return { kind: "created" };
      }),

    async find(id) {
      const row = await findRow(database, id);
      return row && cannedAnswer(row);
    },

    async list(scope) {
      const rows = await database.selectFrom("canned_answers").selectAll().orderBy("name_key").execute();
      return rows.map(cannedAnswer).filter(({ agents }) => isWithin(agents, scope));
    },

    update: ({ id, values, expected, audit }) =>
      writeInOrder(async (transaction) => {
        const row = await findRow(transaction, id);
        if (!row) return { kind: "canned_not_found" };
        if (expected !== undefined && expected !== row.revision)
          return { kind: "newer_revision", revision: row.revision };
        const before = cannedAnswer(row);
        const columns = columnsOf({ ...before, ...values });
        const namesake = await transaction
          .selectFrom("canned_answers")
          .select("id")
          .where("name_key", "=", columns.name_key)
          .where("id", "!=", id)
          .executeTakeFirst();
        if (namesake) return { kind: "name_taken" };
        const changed = { ...row, ...columns, revision: row.revision + 1 };
        await transaction.updateTable("canned_answers").set(changed).where("id", "=", id).execute();
        await writeAudit(transaction, audit);
        return { kind: "updated", answer: cannedAnswer(changed) };
      }),

    remove: ({ id, audit }) =>
      writeInOrder(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("canned_answers")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}

function cannedAnswer({ id, name, text, agents, created_at, revision }: CannedAnswerRow): CannedAnswer {
  return {
    id,
    name,
    text,
    agents: agents === null ? null : (JSON.parse(agents) as readonly string[]),
    createdAt: created_at,
    revision,
  };
}

function columnsOf({ name, text, agents }: CannedAnswerValues) {
  return { name, name_key: name.toLowerCase(), text, agents: agents && JSON.stringify(agents) };
}

function isWithin(agents: CannedAnswer["agents"], { agents: scope }: AgentScope): boolean {
  return agents === null || scope === null || agents.some((agent) => scope.includes(agent));
}
