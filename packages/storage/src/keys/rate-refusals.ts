import type { Kysely } from "kysely";
import { dayOf } from "../day.ts";
import type { Tables } from "../schema/tables.ts";
import { hourOf } from "../usage/usage-counts.ts";
import { addAmounts, type Amount } from "../usage/write-counts.ts";

/** Requests of a key that were refused since too many had come. */
export interface RefusedRequests {
  readonly keyId: string;
  /** By the key's own limit: including those of visitors, whoever used it up. */
  readonly byKey: number;
  /** By the limit for single addresses. */
  readonly byAddress: number;
}

/** How many requests were refused, by key and day. */
export function createRateRefusalStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /** Adds to what was counted on the day of a moment, in this process and others. Each key stands once in the list. */
    async add(refused: readonly RefusedRequests[], at: number): Promise<void> {
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

    /** The counts on the day of a moment. Keys without refusals are missing. */
    countedOn: (at: number): Promise<readonly RefusedRequests[]> =>
      database
        .selectFrom("daily_refusals")
        .select(["key_id as keyId", "by_key as byKey", "by_address as byAddress"])
        .where("day", "=", dayOf(at))
        .orderBy("key_id")
        .execute(),
  };
}

/** How many requests were refused, by key and day of UTC. */
export type RateRefusalStore = ReturnType<typeof createRateRefusalStore>;

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
