import type { QuestionOption, ToolRow } from "@servicechat/contract";
import type { Ranking } from "../knowledge.ts";

/** A question as visitors ask it, with what answers it. */
export interface EvaluationQuestion {
  readonly question: string;
  /**
   * Public addresses, or the ends of addresses or paths, such as `guide/returns.html`: any one of them answers. Empty for
   * a question that nothing in the knowledge answers.
   */
  readonly pages: readonly string[];
  /** Headings on these pages, any of which will do; absent or empty: anywhere on a page. */
  readonly sections?: readonly string[];
  /** A text in every right answer, ignoring case; between slashes, a regular expression. */
  readonly fact?: string;
  /** Its kind, for a separate row in the report. */
  readonly kind?: string;
}

/** Options: who receives the progress of an evaluation, and what ends it. */
export interface EvaluationOptions {
  /** Called after each answer; `total` counts every question once for each ranking. */
  readonly onStep?: (step: { readonly done: number; readonly total: number }) => void;
  /** Aborting it rejects the evaluation with its reason. */
  readonly signal?: AbortSignal;
}

/** How well an agent's knowledge answers questions whose pages are known. */
export interface Evaluation {
  /** How many were asked. */
  readonly questions: number;
  /** Pages that the agent does not know: they can never be found. */
  readonly unknownPages: readonly { readonly question: string; readonly page: string }[];
  /** Sections that none of their pages has. */
  readonly unknownSections: readonly { readonly question: string; readonly section: string }[];
  /** Facts that none of their sections says: no answer can be right. */
  readonly unknownFacts: readonly { readonly question: string; readonly fact: string }[];
  readonly rankings: readonly RankingResult[];
}

/** How well one ranking found the right pages. Questions without pages are not counted in it. */
export interface RankingResult {
  readonly ranking: Ranking;
  /** Share of questions with a right page among the first 1, 3, 5 and 10 pages, in the order of their best passages. */
  readonly recall: Readonly<Record<1 | 3 | 5 | 10, number>>;
  /** Mean of 1 / place of the first right page; 0 where none is among the first 10. */
  readonly meanReciprocalRank: number;
  /**
   * Of the questions that name sections, the share with a passage of a right one first, and among the six passages that
   * an agent is given; absent when none names any.
   */
  readonly sectionRecall?: Readonly<Record<1 | 6, number>>;
  /** One for each question with pages, in the order they were given. */
  readonly answers: readonly RankedAnswer[];
}

/** Where one ranking put the right page of one question. */
export interface RankedAnswer {
  readonly question: string;
  /** Of the first right page, from 1; `null` when none is among the first 10. */
  readonly place: number | null;
  /** Of the first passage of a right section, from 1; `null` when it is none of the first six. Absent without sections. */
  readonly sectionPlace?: number | null;
  /** The first 10 pages, best first: addresses, or paths if they have none. */
  readonly found: readonly string[];
}

/** An answer as a visitor gets it. */
export interface GivenAnswer {
  /** Markdown. */
  readonly text: string;
  /** Rows of `search_knowledge`. */
  readonly sources: readonly ToolRow[];
  /** The options of a question back; empty if there was none. */
  readonly options: readonly QuestionOption[];
  /** Whether it says itself that nothing was found that surely answers. */
  readonly unsure?: boolean;
}

/** The quality of an answer. */
export interface Judgement {
  /** It says the fact and cites a right section for it; `undefined` for a question without pages or fact. */
  readonly right?: boolean;
  /** A right section is cited, linked, or offered by a question back; `undefined` for a question without pages. */
  readonly shown?: boolean;
  /** It gave no answer, or said that it is not sure, and asked nothing back. Links to look at may be there. */
  readonly declined: boolean;
  /** How long its text is. */
  readonly words: number;
}

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
