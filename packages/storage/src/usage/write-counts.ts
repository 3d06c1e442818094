import type { Kysely } from "kysely";
import { isPreview } from "../preview-id.ts";
import type { UsageCountRow } from "../schema/rows/usage.ts";
import type { Tables } from "../schema/tables.ts";
import { hourMs, hourOf } from "./usage-counts.ts";

/** An addition to the counts of usage. */
export type Amount = UsageCountRow;

/** Adds to counts, all in one statement and in one order, so that two writers never wait for each other in a circle. */
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

/** Selects some facts of replies that no count contains yet. */
export function selectUncounted(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom("reply_facts")
    .select("id")
    .where("uncounted", "is not", null)
    .orderBy("id")
    .limit(limit);
}

/**
 * Takes what replies count, which they left with their facts when they ended: so replies of one agent and key do not wait
 * for each other to add to the same counts.
 *
 * @param ids of facts that no count contains yet
 * @returns what is to be added to the counts, in the same transaction
 */
export async function countReplies(
  transaction: Kysely<Tables>,
  ids: readonly number[],
): Promise<readonly Amount[]> {
  if (ids.length === 0) return [];
  const facts = await transaction
    .selectFrom("reply_facts")
    .select(["agent_id", "key_id", "asked_at", "uncounted"])
    .where("id", "in", ids)
    .execute();
  await transaction.updateTable("reply_facts").set({ uncounted: null }).where("id", "in", ids).execute();
  return facts.flatMap(({ agent_id, key_id, asked_at, uncounted }) => {
    const counts: Readonly<Record<string, number>> = JSON.parse(uncounted ?? "{}");
    return Object.entries(counts).map(([name, amount]) => ({
      hour: hourOf(asked_at),
      agent_id,
      key_id,
      name,
      amount,
    }));
  });
}

/** Adds chats that are gone to the counts of usage: nothing else is left of them. Those in which nothing was said are none. */
export async function countErased(
  transaction: Kysely<Tables>,
  {
    erased,
    name,
    at,
  }: {
    readonly erased: readonly { readonly agent_id: string; readonly turns: number }[];
    /** `erased` by a person, or `expired`. */
    readonly name: "erased" | "expired";
    readonly at: number;
  },
): Promise<void> {
  const counted = erased.filter(({ agent_id, turns }) => Number(turns) > 0 && !isPreview(agent_id));
  const hour = Math.floor(at / hourMs) * hourMs;
  await addAmounts(
    transaction,
    counted.map(({ agent_id }) => ({ hour, agent_id, key_id: "", name, amount: 1 })),
  );
}
