import { sql, type Kysely } from "kysely";
import { enqueueAgentEvent } from "../agent-events.ts";
import { writeAudit } from "../people/audit.ts";
import type { Tables } from "../schema/tables.ts";
import { gapQuestion, vectorColumns } from "./gap-questions.ts";
import type { GapStore } from "./gap-store.ts";
import { createGapList } from "./list-gaps.ts";
import { createOpenGaps } from "./open-gaps.ts";
import { createReadPlaced } from "./read-placed.ts";
import { closedState, reopenableStates, reopenGap } from "./reopen-gap.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Reads for operators without delaying visitors. */
  readonly reader: Kysely<Tables>;
  /** Brings the questions up to date with what was said before the call. */
  readonly catchUp: { readonly withChanges: () => Promise<boolean> };
}

/** Gaps that are looked at in one step, whether they have questions. */
const maxSwept = 25;

/** Gaps, in the same way for every database. */
export function createGapStore({ database, reader, catchUp }: Dependencies): GapStore {
  const { list, find } = createGapList({ reader });

  return {
    ...createOpenGaps({ database }),

    async unplaced({ limit }) {
      await catchUp.withChanges();
      const rows = await database
        .selectFrom("gap_questions")
        .selectAll()
        .where("gap_id", "is", null)
        .orderBy("at")
        .orderBy("reply_id")
        .limit(limit)
        .execute();
      return rows.map(gapQuestion);
    },

    placed: createReadPlaced({ database }),

    place: ({ replyId, gapId, vector, at }) =>
      database.transaction().execute(async (transaction) => {
        // The gap is locked before its question: it must not be removed as an empty one meanwhile.
        const { numUpdatedRows } = await transaction
          .updateTable("gaps")
          .set((gap) => ({ changed_at: gap.ref("changed_at") }))
          .where("id", "=", gapId)
          .executeTakeFirst();
        const question = await transaction
          .selectFrom("gap_questions")
          .leftJoin("reply_flags", "reply_flags.reply_id", "gap_questions.reply_id")
          .select(["agent_id", "gap_questions.at", "reply_flags.at as flagged_at"])
          .where("gap_questions.reply_id", "=", replyId)
          .where("gap_id", "is", null)
          .executeTakeFirst();
        if (!question) return "gone";
        const isNew = numUpdatedRows === 0n;
        if (isNew)
          await transaction
            .insertInto("gaps")
            .values({
              id: gapId,
              agent_id: question.agent_id,
              state: "open",
              opened_at: at,
              changed_at: at,
              closed_by: null,
              changed_by: null,
              checked: null,
              proof: null,
            })
            .execute();
        const placed = await transaction
          .updateTable("gap_questions")
          .set({ gap_id: gapId, ...vectorColumns(vector) })
          .where("reply_id", "=", replyId)
          .where("gap_id", "is", null)
          .executeTakeFirst();
        if (placed.numUpdatedRows === 0n) {
          if (isNew) await transaction.deleteFrom("gaps").where("id", "=", gapId).execute();
          return "gone";
        }
        if (isNew) {
          const told = { type: "gap.opened", at, agentId: question.agent_id, subject: gapId } as const;
          await enqueueAgentEvent(transaction, { ...told, detail: "open" });
          return "opened";
        }
        const { changed_at: changedAt } = await transaction
          .selectFrom("gaps")
          .select("changed_at")
          .where("id", "=", gapId)
          .executeTakeFirstOrThrow();
        const isFlaggedSince = (question.flagged_at ?? -1) >= changedAt;
        const from = isFlaggedSince ? reopenableStates : closedState;
        const isAfter = isFlaggedSince || question.at >= changedAt;
        if (isAfter && (await reopenGap(transaction, { id: gapId, from, at, isByPerson: isFlaggedSince })))
          return "reopened";
        // A question from before it closed does not mean that it is open, but may not have been among those asked
        // again.
        await transaction
          .updateTable("gaps")
          .set({ checked: null })
          .where("id", "=", gapId)
          .where("state", "=", "closed")
          .execute();
        return "joined";
      }),

    async saveVector({ replyId, vector }) {
      await database
        .updateTable("gap_questions")
        .set(vectorColumns(vector))
        .where("reply_id", "=", replyId)
        .execute();
    },

    async list(query) {
      await catchUp.withChanges();
      return list(query);
    },

    async find(query) {
      await catchUp.withChanges();
      return find(query);
    },

    async questions({ id, limit }) {
      const rows = await reader
        .selectFrom("gap_questions")
        .selectAll()
        .where("gap_id", "=", id)
        .orderBy("at", "desc")
        .orderBy("reply_id", "desc")
        .limit(limit)
        .execute();
      return rows.map(gapQuestion);
    },

    async noteCheck({ id, questions, checked }) {
      await database
        .updateTable("gaps")
        .set({ checked })
        .where("id", "=", id)
        .where(
          (gap) =>
            gap
              .selectFrom("gap_questions")
              .select(({ fn }) => fn.countAll<number>().as("count"))
              .whereRef("gap_questions.gap_id", "=", "gaps.id"),
          "=",
          questions,
        )
        .execute();
    },

    close: ({ id, from, closedBy, checked, questions, proof, at }) =>
      database.transaction().execute(async (transaction) => {
        const closed = { state: "closed", changed_at: at, closed_by: closedBy, changed_by: null };
        // Placing a question locks its gap too: a transaction that waits for this sees that it is closed.
        const { numUpdatedRows } = await transaction
          .updateTable("gaps")
          .set((gap) => ({ changed_at: gap.ref("changed_at") }))
          .where("id", "=", id)
          .where("state", "in", from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const { count } = await transaction
          .selectFrom("gap_questions")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("gap_id", "=", id)
          .executeTakeFirstOrThrow();
        if (Number(count) !== questions) return false;
        await transaction
          .updateTable("gaps")
          .set({ ...closed, checked, proof: JSON.stringify(proof) })
          .where("id", "=", id)
          .execute();
        return true;
      }),

    reopen: ({ id, at }) =>
      database
        .transaction()
        .execute((transaction) => reopenGap(transaction, { id, from: closedState, at, isByPerson: false })),

    change: ({ id, from, to, by, at, audit }) =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("gaps")
          .set({ state: to, changed_at: at, closed_by: null, changed_by: by ?? null })
          .where("id", "=", id)
          .where("state", "in", from)
          .executeTakeFirst();
        if (numUpdatedRows > 0n && audit) await writeAudit(transaction, audit);
        return numUpdatedRows > 0n;
      }),

    async removeEmpty({ after = "", limit = maxSwept } = {}) {
      const some = await database
        .selectFrom("gaps")
        .select("id")
        // One by one: to join them, a database may read all questions.
        .select((gap) =>
          gap
            .selectFrom("gap_questions")
            .select("reply_id")
            .whereRef("gap_questions.gap_id", "=", "gaps.id")
            .limit(1)
            .as("question"),
        )
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)
        .execute();
      for (const { id } of some.filter(({ question }) => question === null))
        await database
          .deleteFrom("gaps")
          .where("id", "=", id)
          .where((gap) =>
            gap.not(
              gap.exists(
                gap
                  .selectFrom("gap_questions")
                  .select(sql.lit(1).as("one"))
                  .whereRef("gap_questions.gap_id", "=", "gaps.id"),
              ),
            ),
          )
          .execute();
      return some.length < limit ? null : (some.at(-1)?.id ?? null);
    },
  };
}
