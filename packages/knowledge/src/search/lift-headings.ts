import { ownHeadingStems } from "./own-heading-stems.ts";
import { stem } from "./stem.ts";
import type { WeighedPassage } from "./weigh-passages.ts";

/** What it adds to a passage's weight, as a share of it, that its own heading has all words of the question. */
const headingShare = 0.3;

/**
 * Lifts passages whose innermost heading has words of the question. The index counts a word in any of the headings above a
 * passage, the document's title too, which all passages of the document share.
 */
export function liftHeadings(
  found: readonly WeighedPassage[],
  words: readonly string[],
): readonly WeighedPassage[] {
  const stems = [...new Set(words.map(stem))];
  if (stems.length === 0) return found;
  return found.map((each) => {
    const heading = ownHeadingStems(each.passage);
    const share = stems.filter((word) => heading.has(word)).length / stems.length;
    return { ...each, weight: each.weight * (1 + headingShare * share) };
  });
}
