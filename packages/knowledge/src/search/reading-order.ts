import type { RankedPassage, RankedCandidate } from "./rank-candidates.ts";

/** Parts of a section within this share of its best one's score match about equally well. */
const nearShare = 0.8;

/**
 * Puts equally good parts of one section into their order in the section, each in the position of one of them: a
 * section is read from its beginning. Numbers of passages increase along their document.
 */
export function inReadingOrder(ranked: readonly RankedPassage[]): readonly RankedPassage[] {
  let ordered = ranked;
  for (const parts of Map.groupBy(ranked, sectionOf).values()) {
    const best = Math.max(...parts.map(({ score }) => score));
    const near = parts.filter(({ score }) => score >= best * nearShare);
    const inOrder = near.toSorted((one, other) => Number(one.id) - Number(other.id));
    ordered = ordered.map((passage) => (near.includes(passage) && inOrder.shift()) || passage);
  }
  return ordered;
}

function sectionOf({ documentId, headings }: RankedPassage): string {
  return JSON.stringify([documentId, ...headings]);
}

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
