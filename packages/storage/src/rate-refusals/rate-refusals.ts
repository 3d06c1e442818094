import type { Kysely } from "kysely";
import { addAmounts, type Amount } from "../usage/add-amounts.ts";
import { hourOf } from "../usage/usage-counts.ts";
import { dayOf } from "../budgets/day-of.ts";
import type { RateRefusalStore, RefusedRequests } from "./rate-refusal-store.ts";
import type { Tables } from "../schema/tables.ts";

/** How many requests were refused, by key and day. */
export function createRateRefusalStore({
  database,
}: {
  readonly database: Kysely<Tables>;
}): RateRefusalStore {
  return {
    async add(refused, at) {
      if (refused.length === 0) return;
      const day = dayOf(at);
      // In one order everywhere: nodes that add at once wait for each other instead of both.
      const ordered = refused.toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto("daily_refusals")
          .values(
            ordered.map(({ keyId, byKey, byAddress }) => ({
              key_id: keyId,
              day,
              by_key: byKey,
              by_address: byAddress,
            })),
          )
          .onConflict((conflict) =>
            conflict.columns(["key_id", "day"]).doUpdateSet((row) => ({
              by_key: row("daily_refusals.by_key", "+", row.ref("excluded.by_key")),
              by_address: row("daily_refusals.by_address", "+", row.ref("excluded.by_address")),
            })),
          )
          .execute();
        await addAmounts(transaction, await amountsOf(transaction, ordered, at));
      });
    },

    countedOn: (at) =>
      database
        .selectFrom("daily_refusals")
        .select(["key_id as keyId", "by_key as byKey", "by_address as byAddress"])
        .where("day", "=", dayOf(at))
        .orderBy("key_id")
        .execute(),
  };
}

/** The same as counts of usage, by the agents of the keys. A deleted key has no agent. */
async function amountsOf(
  database: Kysely<Tables>,
  refused: readonly RefusedRequests[],
  at: number,
): Promise<readonly Amount[]> {
  const ids = refused.map(({ keyId }) => keyId);
  const keys = await database.selectFrom("keys").select(["id", "agent_id"]).where("id", "in", ids).execute();
  const agentOf = new Map(keys.map(({ id, agent_id }) => [id, agent_id]));
  return refused.flatMap(({ keyId, byKey, byAddress }) => {
    const place = { hour: hourOf(at), agent_id: agentOf.get(keyId) ?? "", key_id: keyId };
    return [
      { ...place, name: "refusal.rate_limited", amount: byKey },
      { ...place, name: "refusal.address_rate_limited", amount: byAddress },
    ];
  });
}
