import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { inScope, type AgentScope } from "../agent-scope.ts";
import type { WriteInOrder } from "../change.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { ApprovedAnswerRow } from "../schema/rows/knowledge.ts";
import type { Tables } from "../schema/tables.ts";

/** An answer that people have approved for questions of visitors. */
export interface ApprovedAnswer {
  readonly id: string;
  readonly agentId: string;
  /** Markdown. */
  readonly text: string;
  /** Wordings of the question, at least one. The first is what visitors see as the source's name. */
  readonly questions: readonly string[];
  /** Given word for word to a question that is nearly one of these. */
  readonly verbatim: boolean;
  /** Name of the person who looks after it. */
  readonly owner: string | null;
  /** The day on which it should be reviewed, such as `2026-11-26`. */
  readonly reviewOn: string | null;
  /** Replies that named it as their source. */
  readonly hits: number;
  readonly lastHitAt: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly changedBy: string | null;
  /** Grows with each change; a hit is none. */
  readonly revision: number;
}

/** The fields that can be changed. */
export type ApprovedAnswerValues = Pick<
  ApprovedAnswer,
  "text" | "questions" | "verbatim" | "owner" | "reviewOn"
>;

/** A new one. */
export type NewApprovedAnswer = Omit<ApprovedAnswer, "hits" | "lastHitAt" | "changedAt" | "revision">;

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly writeInOrder: WriteInOrder;
}

/** Approved answers, the same in every database. */
export function createApprovedAnswerStore({ database, writeInOrder }: Dependencies) {
  return {
    create: (
      { id, agentId, createdAt, changedBy, ...values }: NewApprovedAnswer,
      audit?: AuditEntry,
    ): Promise<ApprovedAnswer> =>
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

    async find({
      scope,
      id,
    }: {
      readonly scope: AgentScope;
      readonly id: string;
    }): Promise<ApprovedAnswer | undefined> {
      const row = await database
        .selectFrom("approved_answers")
        .selectAll()
        .where("id", "=", id)
        .where(inScope(scope, "agent_id"))
        .executeTakeFirst();
      return row && approvedAnswer(row);
    },

    /** Those of agents in the scope, the one that was changed last first. */
    async list({
      scope,
      agentId,
    }: {
      readonly scope: AgentScope;
      readonly agentId?: string;
    }): Promise<readonly ApprovedAnswer[]> {
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

    /** A word that changes whenever an agent's answers do; hits change none. Empty when it has none. */
    async revisionOf(agentId: string): Promise<string> {
      const row = await database
        .selectFrom("agents")
        .select("answers_revision")
        .where("id", "=", agentId)
        .executeTakeFirst();
      return row?.answers_revision ?? "";
    },

    /** @param change.expected the revision that the change was made from; left out, it is made to any */
    update: ({
      id,
      values,
      expected,
      by,
      at,
      audit,
    }: {
      readonly id: string;
      readonly values: Partial<ApprovedAnswerValues>;
      readonly expected?: number;
      readonly by: string | null;
      readonly at: number;
      readonly audit?: AuditEntry;
    }): Promise<
      | { readonly kind: "updated"; readonly answer: ApprovedAnswer }
      | { readonly kind: "newer_revision"; readonly revision: number }
      | { readonly kind: "answer_not_found" }
    > =>
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

    /** @returns false when there is none */
    remove: ({ id, audit }: { readonly id: string; readonly audit?: AuditEntry }): Promise<boolean> =>
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

    /** Counts that a reply named these as its sources. Those that are gone are passed over. */
    async countHits({ ids, at }: { readonly ids: readonly string[]; readonly at: number }): Promise<void> {
      for (const id of new Set(ids))
        await database
          .updateTable("approved_answers")
          .set((answer) => ({ hits: answer("hits", "+", 1), last_hit_at: at }))
          .where("id", "=", id)
          .execute();
    },
  };
}

/** Approved answers. Writes are made one after another on all nodes. */
export type ApprovedAnswerStore = ReturnType<typeof createApprovedAnswerStore>;

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
