import type { RankedCandidate, RankedPassage } from "./rank-candidates.ts";

const maxOfOneDocument = 3;
/** Two passages that share this much of their words say the same. */
const sameShare = 0.85;

/** In their order, without near copies and without more than three passages of one document. */
export function withoutRepeats(ranked: readonly RankedCandidate[], limit: number): readonly RankedPassage[] {
  const kept: RankedCandidate[] = [];
  for (const candidate of ranked) {
    if (kept.length >= limit) break;
    const { documentId } = candidate.passage;
    const ofDocument = kept.filter(({ passage }) => passage.documentId === documentId).length;
    const isRepeat = kept.some(({ stems }) => shared(stems, candidate.stems) >= sameShare);
    if (ofDocument < maxOfOneDocument && !isRepeat) kept.push(candidate);
  }
  return kept.map(({ passage, score, startsWithAnswer }) => ({
    ...passage,
    score,
    ...(startsWithAnswer && { startsWithAnswer }),
  }));
}

/** Jaccard index of two sets of words. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = one.intersection(other).size;
  return both / Math.max(one.size + other.size - both, 1);
}
