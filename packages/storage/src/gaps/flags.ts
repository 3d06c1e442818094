import type { FlagReason } from "@servicechat/contract/admin";
import type { Kysely } from "kysely";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import type { ReplyFlagRow } from "../schema/rows/gaps.ts";
import type { Tables } from "../schema/tables.ts";
import { reopenableStates, reopenGap } from "./reopen-gap.ts";

/** A flag on a reply that is wrong. */
export interface ReplyFlag {
  readonly reason: FlagReason;
  /** The right answer; `null` if none was given. */
  readonly right: string | null;
  /** Name of the person who flagged it. */
  readonly by: string | null;
  readonly at: number;
}

/** Flags of replies, the same in every database. */
export function createFlagStore({ database }: { readonly database: Kysely<Tables> }) {
  /** The turn of a reply that can be flagged. Its row is locked, so that it is not erased meanwhile. */
  async function findTurn(
    transaction: Kysely<Tables>,
    { chatId, replyId }: { readonly chatId: string; readonly replyId: string },
  ): Promise<number | undefined> {
    const { numUpdatedRows } = await transaction
      .updateTable("sessions")
      .set((session) => ({ epoch: session.ref("epoch") }))
      .where("id", "=", chatId)
      .where("erased", "=", 0)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    const reply = await transaction
      .selectFrom("replies")
      .select("turn")
      .where("id", "=", replyId)
      .where("session_id", "=", chatId)
      .where("author", "is", null)
      .where("status", "!=", "streaming")
      .executeTakeFirst();
    return reply?.turn;
  }

  /** Lists and gaps learn of it as of any change of a chat. */
  const recordChange = (transaction: Kysely<Tables>, chatId: string, turn: number) =>
    transaction.insertInto("chat_changes").values({ session_id: chatId, turn }).execute();

  return {
    /**
     * Flags a reply of an agent that has ended, replacing any flag that it has. From then on its question is part of a gap,
     * which reopens if it was closed or dismissed.
     *
     * @returns false when the chat has no such reply
     */
    put: ({
      chatId,
      replyId,
      reason,
      right,
      by,
      at,
      audit,
    }: ReplyFlag & {
      readonly chatId: string;
      readonly replyId: string;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const turn = await findTurn(transaction, { chatId, replyId });
        if (turn === undefined) return false;
        const columns = { reason, right_answer: right, flagged_by: by, at };
        await transaction
          .insertInto("reply_flags")
          .values({ reply_id: replyId, ...columns })
          .onConflict((conflict) => conflict.column("reply_id").doUpdateSet(columns))
          .execute();
        const question = await transaction
          .selectFrom("gap_questions")
          .select("gap_id")
          .where("reply_id", "=", replyId)
          .executeTakeFirst();
        if (question?.gap_id)
          await reopenGap(transaction, { id: question.gap_id, from: reopenableStates, at, isByPerson: true });
        await recordChange(transaction, chatId, turn);
        await writeAudit(transaction, audit);
        return true;
      }),

    /** @returns false when there is none */
    remove: ({
      chatId,
      replyId,
      audit,
    }: {
      readonly chatId: string;
      readonly replyId: string;
      readonly audit?: AuditEntry;
    }): Promise<boolean> =>
      database.transaction().execute(async (transaction) => {
        const turn = await findTurn(transaction, { chatId, replyId });
        if (turn === undefined) return false;
        const { numDeletedRows } = await transaction
          .deleteFrom("reply_flags")
          .where("reply_id", "=", replyId)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await recordChange(transaction, chatId, turn);
        await writeAudit(transaction, audit);
        return true;
      }),
  };
}

/** Flags on replies that are wrong. A reply has at most one, which is deleted with it. */
export type FlagStore = ReturnType<typeof createFlagStore>;

/** Columns of a flag that were read with its reply; all are `null` if there is none. */
type FlagColumns = {
  readonly [Name in "reason" | "right_answer" | "flagged_by"]: ReplyFlagRow[Name] | null;
} & { readonly flagged_at: number | null };

/** Reads them. */
export function flagOf(row: FlagColumns): ReplyFlag | null {
  if (row.reason === null || row.flagged_at === null) return null;
  // Only this package writes the column, from this very type.
  const reason = row.reason as FlagReason;
  return { reason, right: row.right_answer, by: row.flagged_by, at: row.flagged_at };
}
