import type { RankedPassage } from "../search/rank-candidates.ts";
import type { MatchedAnswer } from "./match-answers.ts";

/**
 * Adds approved answers to the found passages: first those for such a question, others by their score, before passages
 * with the same score.
 */
export function withAnswers(
  passages: readonly RankedPassage[],
  matched: readonly MatchedAnswer[],
  limit: number,
): readonly RankedPassage[] {
  if (matched.length === 0) return passages;
  const asPassages = matched.map(passageOf);
  const first = asPassages.filter((_, at) => matched[at]?.isFirst);
  const others = asPassages.filter((_, at) => !matched[at]?.isFirst);
  const rest = [...passages];
  for (const answer of others) {
    const at = rest.findIndex((passage) => passage.score <= answer.score);
    rest.splice(at < 0 ? rest.length : at, 0, answer);
  }
  return [...first, ...rest].slice(0, limit);
}

/** An answer is named by its first question: the others are in whatever words visitors used. */
function passageOf({ answer, score, isClose }: MatchedAnswer): RankedPassage {
  const { id, text, questions, verbatim } = answer;
  const [name = ""] = questions;
  const document = { id, documentId: id, title: name, url: null };
  const approved = { id, ...(verbatim && isClose && { verbatim: true as const }) };
  return { ...document, headings: [name], anchor: null, text, score, approved };
}
