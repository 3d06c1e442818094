import type { RankedPassage } from "./rank-candidates.ts";

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
