import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { Amount } from "./add-amounts.ts";
import { hourOf } from "./usage-counts.ts";

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
