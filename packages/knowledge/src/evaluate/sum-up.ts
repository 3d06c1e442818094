import type { EvaluationQuestion, Judgement } from "./evaluation.ts";

/** A count out of a total. */
export interface Count {
  readonly count: number;
  readonly of: number;
}

/** The quality of the answers to some questions together. */
export interface JudgedAnswers {
  /** Of those with a fact. */
  readonly right: Count;
  /** Of those with pages: a right section is cited, or one click away. */
  readonly shown: Count;
  /** Of those that nothing answers. */
  readonly declined: Count;
  /** How long answers are; 0 without any. */
  readonly medianWords: number;
  readonly maxWords: number;
}

/**
 * Adds up judgements. Lengths are those of answers: without questions back, and without questions that nothing answers.
 */
export function sumUp(
  judged: readonly { readonly question: EvaluationQuestion; readonly judgement: Judgement }[],
): JudgedAnswers {
  const judgements = judged.map(({ judgement }) => judgement);
  const lengths = judgements
    .filter(({ shown, words }) => shown !== undefined && words > 0)
    .map(({ words }) => words)
    .toSorted((one, other) => one - other);
  return {
    right: count(judgements.flatMap(({ right }) => right ?? [])),
    shown: count(judgements.flatMap(({ shown }) => shown ?? [])),
    declined: count(
      judged.flatMap(({ question, judgement }) => (question.pages.length === 0 ? judgement.declined : [])),
    ),
    medianWords: lengths[Math.floor(lengths.length / 2)] ?? 0,
    maxWords: lengths.at(-1) ?? 0,
  };
}

function count(results: readonly boolean[]): Count {
  return { count: results.filter(Boolean).length, of: results.length };
}
