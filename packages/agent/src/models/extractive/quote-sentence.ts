import { isLeaning, lengthOf, shortened, unitsOf } from "./cut-block.ts";
import { announces, openTerms, type Question, rankBy } from "./quote-passage.ts";
import { readBlocks } from "./read-blocks.ts";

/** The maximum number of words below a link. */
const maxWords = 20;

/**
 * The sentence or list item of a passage that has most of a question, in one line: what a reader needs to decide whether to
 * follow its link. Nothing where the passage has only code and tables.
 */
export function quoteSentence(text: string, asked: Question): string {
  const rank = rankBy(asked.question, openTerms(asked));
  const best = readBlocks(text)
    .blocks.flatMap((block) =>
      block.kind === "paragraph" || block.kind === "list" ? joinVerdict(unitsOf(block)) : [],
    )
    .map((unit) => unit.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").replace(/\s+/g, " "))
    .filter((unit, at) => !announces(unit) && !asksSomething(unit) && (at === 0 || !isLeaning(unit)))
    .map((unit) => ({ unit, rank: rank(unit) }))
    .reduce((best, next) => (next.rank > best.rank ? next : best), { unit: "", rank: -1 });
  return shortened(best.unit, maxWords);
}

const asksSomething = (unit: string): boolean => /\?[*_\s]*$/.test(unit);

/** "No." alone tells little: the sentence behind it comes with it. */
function joinVerdict(units: readonly string[]): readonly string[] {
  const [first = "", second, ...rest] = units;
  return second !== undefined && lengthOf(first) === 1 ? [`${first} ${second}`, ...rest] : units;
}
