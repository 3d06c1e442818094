import type { RankedPassage } from "./rank-candidates.ts";

/** Parts of a section within this share of its best one's score fit about as well. */
const nearShare = 0.8;

/**
 * Puts the parts of one section that fit about as well into the order in which they stand there, each in a place that one
 * of them had: a section is read from its beginning. Numbers of passages grow along their document.
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
