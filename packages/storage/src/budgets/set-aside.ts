import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { TurnBudget } from "./budget-store.ts";
import { dayOf } from "./day-of.ts";

/**
 * Sets aside what a reply may take, in the transaction that begins it, as a turn does. The day's row is looked at once its
 * lock is held.
 *
 * @returns `false` where the day leaves nothing: then nothing is written
 */
export async function setAside(
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
