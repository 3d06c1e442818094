import type { ReadPassage } from "./read-passages.ts";
import { countMatches, tellingWords } from "./telling-words.ts";

/** A score from which a passage answers, and one below which it has nothing to do with the question. */
export const answersFrom = 0.35;
const unrelatedBelow = 0.2;

/** A further passage must come this near to the best one. */
const nearShare = 0.7;
const mostPassages = 3;

/** What a question is answered with. */
export interface Choice {
  /** One to three, best first. */
  readonly passages: readonly ReadPassage[];
  /** Whether they answer the question, or are only the nearest there is. */
  readonly answers: boolean;
}

/**
 * The passages to answer with: the best one, and up to two more that come near it and say something about a word
 * of the question that the ones before do not have. `undefined` when nothing found has to do with the question.
 */
export function choosePassages(found: readonly ReadPassage[], question: string): Choice | undefined {
  const [best, ...others] = found;
  if (!best || best.score < unrelatedBelow) return undefined;
  if (best.score < answersFrom) return { passages: [best], answers: false };

  const words = tellingWords(question);
  const chosen = [best];
  for (const passage of others) {
    const isNear = passage.score >= Math.max(answersFrom, best.score * nearShare);
    if (isNear && chosen.length < mostPassages && addsTo(chosen, passage, words)) chosen.push(passage);
  }
  return { passages: chosen, answers: true };
}

function addsTo(chosen: readonly ReadPassage[], passage: ReadPassage, words: readonly string[]): boolean {
  const isContinued = chosen.some(
    ({ title, headings }) => title === passage.title && headings.join("\n") === passage.headings.join("\n"),
  );
  const covered = chosen.map(wholeText).join("\n");
  const open = words.filter((word) => countMatches(covered, [word]) === 0);
  return isContinued || countMatches(wholeText(passage), open) > 0;
}

const wholeText = ({ headings, text }: ReadPassage) => `${headings.join("\n")}\n${text}`;
