import type { Kysely } from "kysely";
import { isInScope } from "../agent-scope/is-in-scope.ts";
import type { Tables } from "../schema/tables.ts";
import type { KeySiteRow } from "./key-site-row.ts";
import type { KeySiteStore, SiteRequests } from "./key-site-store.ts";
import { mergeSites, otherSites } from "./merge-sites.ts";

/** Sites that sent a key's requests. Nothing holds a row to its key: counts of one that was just deleted do no harm. */
export function createKeySiteStore({ database }: { readonly database: Kysely<Tables> }): KeySiteStore {
  return {
    async add(counted) {
      const byKey = Map.groupBy(counted, ({ keyId }) => keyId);
      for (const [keyId, requests] of byKey)
        await database.transaction().execute((transaction) => addTo(transaction, keyId, requests));
    },

    async list({ scope, keyId }) {
      const key = await database
        .selectFrom("keys")
        .select("agent_id")
        .where("id", "=", keyId)
        .executeTakeFirst();
      if (!key || !isInScope(scope, key.agent_id)) return undefined;
      const rows = await database
        .selectFrom("key_sites")
        .selectAll()
        .where("key_id", "=", keyId)
        .orderBy("last_at", "desc")
        .orderBy("origin")
        .execute();
      const others = rows.find(({ origin }) => origin === otherSites);
      return {
        sites: rows.filter(({ origin }) => origin !== otherSites).map(siteRequests),
        others:
          others && others.admitted + others.refused > 0
            ? { admitted: others.admitted, refused: others.refused, lastAt: others.last_at }
            : null,
      };
    },
  };
}

async function addTo(
  transaction: Kysely<Tables>,
  keyId: string,
  counted: readonly SiteRequests[],
): Promise<void> {
  // The row of the other sites is the key's lock: nodes that add at once must not make more rows than there may be.
  await transaction
    .insertInto("key_sites")
    .values({ key_id: keyId, origin: otherSites, admitted: 0, refused: 0, last_at: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(["key_id", "origin"])
        .doUpdateSet((row) => ({ admitted: row.ref("key_sites.admitted") })),
    )
    .execute();
  const rows = await transaction.selectFrom("key_sites").selectAll().where("key_id", "=", keyId).execute();
  const { written, removed } = mergeSites(rows.map(siteRequests), counted);
  if (removed.length > 0)
    await transaction
      .deleteFrom("key_sites")
      .where("key_id", "=", keyId)
      .where("origin", "in", removed)
      .execute();
  await transaction
    .insertInto("key_sites")
    .values(written.map(siteRow))
    .onConflict((conflict) =>
      conflict.columns(["key_id", "origin"]).doUpdateSet((row) => ({
        admitted: row.ref("excluded.admitted"),
        refused: row.ref("excluded.refused"),
        last_at: row.ref("excluded.last_at"),
      })),
    )
    .execute();
}

function siteRequests(row: KeySiteRow): SiteRequests {
  return {
    keyId: row.key_id,
    origin: row.origin,
    admitted: row.admitted,
    refused: row.refused,
    lastAt: row.last_at,
  };
}

function siteRow({ keyId, origin, admitted, refused, lastAt }: SiteRequests): KeySiteRow {
  return { key_id: keyId, origin, admitted, refused, last_at: lastAt };
}
