import type { Kysely } from "kysely";
import { isInScope, type AgentScope } from "../agent-scope.ts";
import type { KeySiteRow } from "../schema/rows/keys.ts";
import type { Tables } from "../schema/tables.ts";

/** Requests of one key from one site. */
export interface SiteRequests {
  readonly keyId: string;
  /** As the browser sent it, well-formed and at most 269 characters long. */
  readonly origin: string;
  readonly admitted: number;
  readonly refused: number;
  /** Time of the last of them. */
  readonly lastAt: number;
}

/** The counts of sites that have no separate row. */
export type OtherSites = Omit<SiteRequests, "keyId" | "origin">;

/** Sites that sent a key's requests. Nothing holds a row to its key: counts of one that was just deleted do no harm. */
export function createKeySiteStore({ database }: { readonly database: Kysely<Tables> }) {
  return {
    /**
     * Adds to what was counted, in this process and others. A key has at most 100 sites; those that come later are counted
     * together, but a site that is admitted takes the row of one that never was.
     */
    async add(counted: readonly SiteRequests[]): Promise<void> {
      const byKey = Map.groupBy(counted, ({ keyId }) => keyId);
      for (const [keyId, requests] of byKey)
        await database.transaction().execute((transaction) => addTo(transaction, keyId, requests));
    },

    /**
     * The sites of a key, the most recent first, and all others together, `null` if there were none.
     *
     * @returns `undefined` if there is no such key, or the scope does not cover its agent
     */
    async list({
      scope,
      keyId,
    }: {
      readonly scope: AgentScope;
      readonly keyId: string;
    }): Promise<{ readonly sites: readonly SiteRequests[]; readonly others: OtherSites | null } | undefined> {
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

/** Sites that sent a key's requests, with how many were admitted and refused. */
export type KeySiteStore = ReturnType<typeof createKeySiteStore>;

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

/** Sites of a key that are counted one by one. */
const maxSites = 100;

/** Instead of an origin: all sites together that have no separate row. */
const otherSites = "";

/** The new rows of a key. */
interface MergedSites {
  /** Rows that are new or have other counts now. */
  readonly written: readonly SiteRequests[];
  /** Origins whose rows go; their counts are in the row of the other sites. */
  readonly removed: readonly string[];
}

/** Adds counts of one key to its rows, the row of the other sites among them. */
function mergeSites(rows: readonly SiteRequests[], counted: readonly SiteRequests[]): MergedSites {
  const sites = new Map(rows.map((row) => [row.origin, row]));
  const written = new Set<string>();
  const removed = new Set<string>();

  function add(origin: string, requests: SiteRequests): void {
    const before = sites.get(origin);
    sites.set(origin, before ? sum(before, requests) : { ...requests, origin });
    written.add(origin);
    removed.delete(origin);
  }

  for (const requests of counted) {
    const { origin } = requests;
    if (sites.has(origin) || ownRows(sites).length < maxSites) {
      add(origin, requests);
      continue;
    }
    const outdated = requests.admitted > 0 ? oldestRefused(ownRows(sites)) : undefined;
    if (!outdated) {
      add(otherSites, requests);
      continue;
    }
    sites.delete(outdated.origin);
    written.delete(outdated.origin);
    removed.add(outdated.origin);
    add(otherSites, outdated);
    add(origin, requests);
  }
  return { written: [...written].flatMap((origin) => sites.get(origin) ?? []), removed: [...removed] };
}

const ownRows = (sites: ReadonlyMap<string, SiteRequests>) =>
  [...sites.values()].filter(({ origin }) => origin !== otherSites);

/** Invented origins must not displace the sites that work. */
function oldestRefused(rows: readonly SiteRequests[]): SiteRequests | undefined {
  return rows.filter(({ admitted }) => admitted === 0).toSorted((one, other) => one.lastAt - other.lastAt)[0];
}

function sum(one: SiteRequests, other: SiteRequests): SiteRequests {
  return {
    ...one,
    admitted: one.admitted + other.admitted,
    refused: one.refused + other.refused,
    lastAt: Math.max(one.lastAt, other.lastAt),
  };
}
