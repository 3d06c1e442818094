import { unsolvedGapStates } from "@servicechat/contract/admin";
import { sql, type Kysely } from "kysely";
import { writeAudit } from "../audit/write-audit.ts";
import type { CatchUp } from "../chats/catch-up.ts";
import { tellWebhooks } from "../webhooks/tell-webhooks.ts";
import type { Tables } from "../schema/tables.ts";
import { gapQuestion, vectorColumns } from "./gap-question-record.ts";
import type { GapState, GapStore } from "./gap-store.ts";
import { createGapList } from "./list-gaps.ts";

interface Parts {
  readonly database: Kysely<Tables>;
  /** Reads for operators, and holds nobody else up by it. */
  readonly reader: Kysely<Tables>;
  readonly catchUp: CatchUp;
}

/** What visitors asked and did not get, the same in every database. */
export function createGapStore({ database, reader, catchUp }: Parts): GapStore {
  const { list, find } = createGapList({ reader });

  return {
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

    async placed({ agentId, limit }) {
      const rows = await database
        .selectFrom("gap_questions")
        .selectAll()
        .where("agent_id", "=", agentId)
        .where("gap_id", "is not", null)
        .orderBy("at", "desc")
        .orderBy("reply_id", "desc")
        .limit(limit)
        .execute();
      const placed = rows.flatMap((row) =>
        row.gap_id === null ? [] : [{ ...gapQuestion(row), gapId: row.gap_id }],
      );
      const wordings = placed.map((each) => [`${each.gapId} ${each.question}`, each] as const);
      return [...new Map(wordings).values()];
    },

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
          .select(["agent_id", "at"])
          .where("reply_id", "=", replyId)
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
        const told = { type: "gap.opened", at, agentId: question.agent_id, subject: gapId } as const;
        if (isNew) {
          await tellWebhooks(transaction, { ...told, detail: "open" });
          return "opened";
        }
        const reopened = await transaction
          .updateTable("gaps")
          .set({ state: "reopened", changed_at: at, closed_by: null, changed_by: null, checked: null })
          .where("id", "=", gapId)
          .where("state", "=", "closed")
          // What was asked before it closed is why it was open, not a sign that it still is.
          .where("changed_at", "<=", question.at)
          .executeTakeFirst();
        if (reopened.numUpdatedRows === 0n) return "joined";
        await tellWebhooks(transaction, { ...told, detail: "reopened" });
        return "reopened";
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

    async open({ agentId } = {}) {
      const rows = await database
        .selectFrom("gaps")
        .select(["id", "agent_id", "state", "checked"])
        .where("state", "in", unsolvedGapStates)
        .$if(agentId !== undefined, (query) => query.where("agent_id", "=", agentId ?? ""))
        .orderBy("agent_id")
        .orderBy("id")
        .execute();
      // Only this package writes the column, from this very type.
      return rows.map((row) => ({
        id: row.id,
        agentId: row.agent_id,
        state: row.state as GapState,
        checked: row.checked,
      }));
    },

    async noteCheck({ id, checked }) {
      await database.updateTable("gaps").set({ checked }).where("id", "=", id).execute();
    },

    change: ({ id, from, to, closedBy, by, at, audit }) =>
      database.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("gaps")
          .set({ state: to, changed_at: at, closed_by: closedBy ?? null, changed_by: by ?? null })
          .where("id", "=", id)
          .where("state", "in", from)
          .executeTakeFirst();
        if (numUpdatedRows > 0n && audit) await writeAudit(transaction, audit);
        return numUpdatedRows > 0n;
      }),

    async removeEmpty() {
      await database
        .deleteFrom("gaps")
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
    },
  };
}
