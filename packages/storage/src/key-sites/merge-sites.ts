import type { SiteRequests } from "./key-site-store.ts";

/** Sites of a key that are counted one by one. */
export const maxSites = 100;

/** Instead of an origin: all sites together that have no separate row. */
export const otherSites = "";

/** The new rows of a key. */
export interface MergedSites {
  /** Rows that are new or have other counts now. */
  readonly written: readonly SiteRequests[];
  /** Origins whose rows go; their counts are in the row of the other sites. */
  readonly removed: readonly string[];
}

/** Adds counts of one key to its rows, the row of the other sites among them. */
export function mergeSites(rows: readonly SiteRequests[], counted: readonly SiteRequests[]): MergedSites {
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
