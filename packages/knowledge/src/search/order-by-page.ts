import type { RankedCandidate } from "./rank-candidates.ts";

/**
 * What a page's best, second and third passage count. A word that means something else can make a single passage look
 * right; a page that is about the question has several. More than three would favour long pages.
 */
const shares = [1, 0.5, 0.25];

/**
 * Orders pages by what was found of each, and within a page its passages: one stands as far behind the page's best as
 * its own rank does, so that the first places belong to several pages. Equals keep their order.
 */
export function orderByPage<Candidate extends RankedCandidate>(
  found: readonly Candidate[],
): readonly Candidate[] {
  const pages = Map.groupBy(found, ({ passage }) => passage.documentId);
  const placeOf = new Map<Candidate, number>();
  for (const candidates of pages.values()) {
    const ranks = candidates.map(({ rank }) => rank).sort((one, other) => other - one);
    const page = shares.reduce((sum, share, place) => sum + share * (ranks[place] ?? 0), 0);
    const best = Math.max(ranks[0] ?? 0, Number.MIN_VALUE);
    for (const candidate of candidates) placeOf.set(candidate, (page * candidate.rank) / best);
  }
  return found.toSorted((one, other) => (placeOf.get(other) ?? 0) - (placeOf.get(one) ?? 0));
}
