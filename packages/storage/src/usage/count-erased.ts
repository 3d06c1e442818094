import type { Kysely } from "kysely";
import { isPreview } from "../previews/preview-id.ts";
import type { Tables } from "../schema/tables.ts";
import { addAmounts } from "./add-amounts.ts";
import { hourMs } from "./usage-counts.ts";

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
