import type { Kysely } from "kysely";
import type { BudgetStore } from "./budget-store.ts";
import { dayOf } from "./day-of.ts";
import { setAside } from "./set-aside.ts";
import type { Tables } from "../schema/tables.ts";

/** The use by keys with a budget, and reservations that lost nodes left. */
export function createBudgetStore({ database }: { readonly database: Kysely<Tables> }): BudgetStore {
  /** The reservation stays, with nothing set aside, in case the reply ends after all. */
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
    usedOn: (at) =>
      database
        .selectFrom("daily_use")
        .select(["key_id as keyId", "used", "reserved"])
        .where("day", "=", dayOf(at))
        .execute(),

    reserve: ({ id, ...reservation }) =>
      database.transaction().execute((transaction) => setAside(transaction, { replyId: id, ...reservation })),

    settle: ({ id, used }) =>
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

    async settleLost({ liveNodes, estimateTokens }) {
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
