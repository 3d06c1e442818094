import type { RankedCandidate } from "./rank-candidates.ts";

/**
 * The weights of a page's best, second and third passage. A word with another meaning can make a single passage look
 * right; a page about the question has several. More than three would favour long pages.
 */
const shares = [1, 0.5, 0.25];

/**
 * Orders pages by their results, and within a page its passages: each is as far behind the page's best as its own rank,
 * so that the first places belong to several pages. Ties keep their order.
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
