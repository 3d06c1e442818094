import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { UsageCountRow } from "./usage-tables.ts";

/** An addition to the counts of usage. */
export type Amount = UsageCountRow;

/** Adds to counts, all in one statement and in one order, so that nobody who adds others waits for this one and it for them. */
export async function addAmounts(database: Kysely<Tables>, amounts: readonly Amount[]): Promise<void> {
  const sums = new Map<string, Amount>();
  for (const amount of amounts) {
    const place = JSON.stringify([amount.hour, amount.agent_id, amount.key_id, amount.name]);
    sums.set(place, { ...amount, amount: amount.amount + (sums.get(place)?.amount ?? 0) });
  }
  const rows = [...sums].filter(([, { amount }]) => amount !== 0);
  if (rows.length === 0) return;
  await database
    .insertInto("usage_counts")
    .values(rows.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict.columns(["hour", "agent_id", "key_id", "name"]).doUpdateSet((row) => ({
        amount: row("usage_counts.amount", "+", row.ref("excluded.amount")),
      })),
    )
    .execute();
}
