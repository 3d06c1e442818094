import type { Kysely } from "kysely";
import { dayOf } from "../day.ts";
import type { Tables } from "../schema/tables.ts";

/** How much a key may use on one day (in UTC), and how much of that a reply may use. */
export interface TurnBudget {
  readonly keyId: string;
  /** Output tokens that the key may use on one day. */
  readonly dailyTokens: number;
  /** Maximum output tokens of the turn's reply. They are reserved until it ends. */
  readonly replyTokens: number;
}

/**
 * Why a key's budget does not allow a turn. `budget_reserved`: the rest of the day's tokens is reserved for running
 * replies. `budget_spent`: the day's tokens are used up; `budget_newly_spent`: the same, and this is the first turn
 * refused for it that day.
 */
export interface BudgetRefusal {
  readonly kind: "budget_reserved" | "budget_spent" | "budget_newly_spent";
}

/** A key's use on one day. */
interface DailyUse {
  readonly keyId: string;
  /** Output tokens of replies that have ended. */
  readonly used: number;
  /** Output tokens reserved for replies that have not. */
  readonly reserved: number;
}

/** The use by keys with a budget, and reservations that lost nodes left. */
export function createBudgetStore({ database }: { readonly database: Kysely<Tables> }) {
  /** The reservation stays, with no tokens, in case the reply ends after all. */
  async function settle(replyId: string, reserved: number, used: number): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      const settled = await transaction
        .updateTable("reservations")
        .set({ tokens: 0, charged: used })
        .where("reply_id", "=", replyId)
        .where("tokens", ">", 0)
        .returning(["key_id", "day"])
        .executeTakeFirst();
      if (!settled) return;
      await transaction
        .updateTable("daily_use")
        .set((column) => ({
          used: column("used", "+", used),
          reserved: column("reserved", "-", reserved),
        }))
        .where("key_id", "=", settled.key_id)
        .where("day", "=", settled.day)
        .execute();
    });
  }

  return {
    /** The use of all keys on the day of a given moment. A key that has used nothing may be missing. */
    usedOn: (at: number): Promise<readonly DailyUse[]> =>
      database
        .selectFrom("daily_use")
        .select(["key_id as keyId", "used", "reserved"])
        .where("day", "=", dayOf(at))
        .execute(),

    /**
     * Reserves tokens for something other than a reply, such as a draft, as a turn does. `false` if nothing is left for the
     * day.
     *
     * @param reservation.id unique among these and replies
     */
    reserve: ({
      id,
      ...reservation
    }: {
      readonly id: string;
      readonly node: string;
      readonly budget: TurnBudget;
      readonly at: number;
    }): Promise<boolean> =>
      database
        .transaction()
        .execute((transaction) => reserveTokens(transaction, { replyId: id, ...reservation })),

    /** Counts the actual use, and ends the reservation. */
    settle: ({ id, used }: { readonly id: string; readonly used: number }): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const reserved = await transaction
          .deleteFrom("reservations")
          .where("reply_id", "=", id)
          .returningAll()
          .executeTakeFirst();
        if (!reserved) return;
        await transaction
          .updateTable("daily_use")
          .set((column) => ({
            used: column("used", "+", used - reserved.charged),
            reserved: column("reserved", "-", reserved.tokens),
          }))
          .where("key_id", "=", reserved.key_id)
          .where("day", "=", reserved.day)
          .execute();
      }),

    /**
     * After a crash: for replies whose node is not one of `liveNodes`, counts what they had written, as `estimateTokens`
     * estimates it, and ends their reservations. A node that was wrongly thought lost corrects this when it ends its reply.
     * If several nodes call this at once, each reply is counted by one of them.
     */
    async settleLost({
      liveNodes,
      estimateTokens,
    }: {
      liveNodes: readonly string[];
      estimateTokens: (text: string) => number;
    }): Promise<void> {
      const lost = await database
        .selectFrom("reservations")
        .leftJoin("replies", "replies.id", "reservations.reply_id")
        .select(["reservations.reply_id", "reservations.tokens", "replies.content"])
        .where("reservations.tokens", ">", 0)
        .$if(liveNodes.length > 0, (query) => query.where("reservations.node", "not in", liveNodes))
        .execute();
      for (const { reply_id: replyId, tokens, content } of lost) {
        // The text of an erased reply is unknown: then it counts with its whole reservation.
        await settle(replyId, tokens, content === null ? tokens : estimateTokens(content));
      }
    },
  };
}

/** The use by keys with a budget. Others are not counted here. */
export type BudgetStore = ReturnType<typeof createBudgetStore>;

/**
 * Reserves the tokens that a reply may use, in the transaction that begins it, as a turn does. The day's row is looked at once its
 * lock is held.
 *
 * @returns `false` where the day leaves nothing: then nothing is written
 */
export async function reserveTokens(
  transaction: Kysely<Tables>,
  {
    replyId,
    node,
    budget: { keyId, dailyTokens, replyTokens },
    at,
  }: {
    readonly replyId: string;
    readonly node: string;
    readonly budget: TurnBudget;
    readonly at: number;
  },
): Promise<boolean> {
  const today = { key_id: keyId, day: dayOf(at) };
  const reserved = await transaction
    .insertInto("daily_use")
    .values({ ...today, used: 0, reserved: replyTokens, refused: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["key_id", "day"])
        .doUpdateSet((row) => ({ reserved: row("daily_use.reserved", "+", replyTokens) }))
        .where((row) => row(row("daily_use.used", "+", row.ref("daily_use.reserved")), "<", dailyTokens)),
    )
    .returning("key_id")
    .executeTakeFirst();
  if (!reserved) return false;
  await transaction
    .insertInto("reservations")
    .values({ ...today, reply_id: replyId, node, tokens: replyTokens, charged: 0 })
    .execute();
  return true;
}
