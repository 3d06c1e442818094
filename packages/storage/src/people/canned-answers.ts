import type { Kysely } from "kysely";
import type { AgentScope } from "../agent-scope.ts";
import type { WriteInOrder } from "../change.ts";
import type { CannedAnswerRow } from "../schema/rows/people.ts";
import type { Tables } from "../schema/tables.ts";
import { writeAudit, type AuditEntry } from "./audit.ts";

/** An answer that people have ready for questions that come often. */
export interface CannedAnswer {
  readonly id: string;
  /** By which it is found; unique without regard to case. */
  readonly name: string;
  readonly text: string;
  /** For whose chats it is; `null` for those of all agents. */
  readonly agents: AgentScope["agents"];
  readonly createdAt: number;
  /** Grows with each change. */
  readonly revision: number;
}

/** The fields that can be changed. */
export type CannedAnswerValues = Pick<CannedAnswer, "name" | "text" | "agents">;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Canned answers, the same in every database. */
export function createCannedAnswerStore({ database, writeInOrder }: Dependencies) {
  const findRow = (transaction: Kysely<Tables>, id: string) =>
    transaction.selectFrom("canned_answers").selectAll().where("id", "=", id).executeTakeFirst();

  return {
    create: (
      { id, createdAt, ...values }: Omit<CannedAnswer, "revision">,
      audit?: AuditEntry,
    ): Promise<{ readonly kind: "created" } | { readonly kind: "name_taken" }> =>
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

    async find(id: string): Promise<CannedAnswer | undefined> {
      const row = await findRow(database, id);
      return row && cannedAnswer(row);
    },

    /** All that are for an agent of the scope, by name. */
    async list(scope: AgentScope): Promise<readonly CannedAnswer[]> {
      const rows = await database.selectFrom("canned_answers").selectAll().orderBy("name_key").execute();
      return rows.map(cannedAnswer).filter(({ agents }) => isWithin(agents, scope));
    },

    /** @param change.expected the revision that the change was made from; left out, it is made to any */
    update: ({
      id,
      values,
      expected,
      audit,
    }: {
      readonly id: string;
      readonly values: Partial<CannedAnswerValues>;
      readonly expected?: number;
      readonly audit?: AuditEntry;
    }): Promise<
      | { readonly kind: "updated"; readonly answer: CannedAnswer }
      | { readonly kind: "newer_revision"; readonly revision: number }
      | { readonly kind: "name_taken" }
      | { readonly kind: "canned_not_found" }
    > =>
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

    /** @returns false when there is none */
    remove: ({ id, audit }: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean> =>
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

/** Canned answers. Writes are made one after another on all nodes. */
export type CannedAnswerStore = ReturnType<typeof createCannedAnswerStore>;

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
