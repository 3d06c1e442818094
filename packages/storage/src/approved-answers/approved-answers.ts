import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import { inScope } from "../agent-scope/in-scope.ts";
import type { WriteInOrder } from "../operators/write-in-order.ts";
import type { Tables } from "../schema/tables.ts";
import type { ApprovedAnswerRow } from "./approved-answer-row.ts";
import type { ApprovedAnswer, ApprovedAnswerStore, ApprovedAnswerValues } from "./approved-answer-store.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Approved answers, the same in every database. */
export function createApprovedAnswerStore({ database, writeInOrder }: Dependencies): ApprovedAnswerStore {
  return {
    create: ({ id, agentId, createdAt, changedBy, ...values }, audit) =>
      writeInOrder(async (transaction) => {
        const row: ApprovedAnswerRow = {
          id,
          agent_id: agentId,
          ...columnsOf(values),
          hits: 0,
          last_hit_at: null,
          created_at: createdAt,
          changed_at: createdAt,
          changed_by: changedBy,
          revision: 1,
        };
        await transaction.insertInto("approved_answers").values(row).execute();
        await markChanged(transaction, agentId);
        await writeAudit(transaction, audit);
        return approvedAnswer(row);
      }),

    async find({ scope, id }) {
      const row = await database
        .selectFrom("approved_answers")
        .selectAll()
        .where("id", "=", id)
        .where(inScope(scope, "agent_id"))
        .executeTakeFirst();
      return row && approvedAnswer(row);
    },

    async list({ scope, agentId }) {
      const rows = await database
        .selectFrom("approved_answers")
        .selectAll()
        .where(inScope(scope, "agent_id"))
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .orderBy("changed_at", "desc")
        .orderBy("id")
        .execute();
      return rows.map(approvedAnswer);
    },

    async revisionOf(agentId) {
      const row = await database
        .selectFrom("agents")
        .select("answers_revision")
        .where("id", "=", agentId)
        .executeTakeFirst();
      return row?.answers_revision ?? "";
    },

    update: ({ id, values, expected, by, at, audit }) =>
      writeInOrder(async (transaction) => {
        const row = await transaction
          .selectFrom("approved_answers")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirst();
        if (!row) return { kind: "answer_not_found" };
        if (expected !== undefined && expected !== row.revision)
          return { kind: "newer_revision", revision: row.revision };
        const changed = {
          ...columnsOf({ ...approvedAnswer(row), ...values }),
          changed_at: at,
          changed_by: by,
          revision: row.revision + 1,
        };
        await transaction.updateTable("approved_answers").set(changed).where("id", "=", id).execute();
        await markChanged(transaction, row.agent_id);
        await writeAudit(transaction, audit);
        return { kind: "updated", answer: approvedAnswer({ ...row, ...changed }) };
      }),

    remove: ({ id, audit }) =>
      writeInOrder(async (transaction) => {
        const removed = await transaction
          .deleteFrom("approved_answers")
          .where("id", "=", id)
          .returning("agent_id")
          .executeTakeFirst();
        if (!removed) return false;
        await markChanged(transaction, removed.agent_id);
        await writeAudit(transaction, audit);
        return true;
      }),

    async countHits({ ids, at }) {
      for (const id of new Set(ids))
        await database
          .updateTable("approved_answers")
          .set((answer) => ({ hits: answer("hits", "+", 1), last_hit_at: at }))
          .where("id", "=", id)
          .execute();
    },
  };
}

/**
 * Gives an agent's answers another revision: none if it has none. Not a count: it would come to the same again after
 * the last answer was removed.
 */
async function markChanged(transaction: Kysely<Tables>, agentId: string): Promise<void> {
  const has = sql<boolean>`exists (select ${sql.lit(1)} from approved_answers where agent_id = agents.id)`;
  await transaction
    .updateTable("agents")
    .set({ answers_revision: sql`case when ${has} then ${randomUUID()} else '' end` })
    .where("id", "=", agentId)
    .execute();
}

function approvedAnswer(row: ApprovedAnswerRow): ApprovedAnswer {
  return {
    id: row.id,
    agentId: row.agent_id,
    text: row.text,
    questions: JSON.parse(row.questions) as readonly string[],
    verbatim: row.verbatim === 1,
    owner: row.owner,
    reviewOn: row.review_on,
    hits: row.hits,
    lastHitAt: row.last_hit_at,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    revision: row.revision,
  };
}

function columnsOf({ text, questions, verbatim, owner, reviewOn }: ApprovedAnswerValues) {
  return {
    text,
    questions: JSON.stringify(questions),
    verbatim: verbatim ? 1 : 0,
    owner,
    review_on: reviewOn,
  };
}
