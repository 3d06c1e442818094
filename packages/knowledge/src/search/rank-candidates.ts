import type { PassageRecord } from "@servicechat/storage";
import type { Ranking } from "../knowledge.ts";
import type { Measured } from "./measure-coverage.ts";
import { orderByPage } from "./order-by-page.ts";

/** A passage with how surely it answers the question. */
export type RankedPassage = PassageRecord & {
  /** From 0 to 1. Below about 0.35 it is hardly an answer. */
  readonly score: number;
};

/** A candidate in its place. */
export interface RankedCandidate {
  readonly passage: PassageRecord;
  readonly stems: ReadonlySet<string>;
  readonly score: number;
  /** What it is ordered by. */
  readonly rank: number;
}

/**
 * What each sign weighs in the order of passages that have a vector. Few words in common say less than nearness does, and
 * nearly all of them say more: hence the square. Found on four sites, with questions mostly in other words than theirs:
 * finer weights were better on one site and worse on another.
 */
const byBoth = { nearness: 0.34, covered: 0.4, named: 0.15 };

/** The order by words alone: that the heading has a word counts beside the database's measure. */
const byWords = { words: 1, named: 0.2 };

/**
 * What turns the rank of a passage with a vector into a score. To a question that no passage answers, the best ranks up to
 * about 0.45 in three of four cases, which is to be just under 0.35.
 */
const scoreOfRank = 0.76;

/** Shares of the question's words between which a passage is lifted, most at the lower end. */
const fewWords = { from: 0.1, to: 0.35, lift: 0.1 };

/** Puts candidates in order, best first, and says how surely each answers. */
export function rankCandidates(ranking: Ranking, measured: readonly Measured[]): readonly RankedCandidate[] {
  const judged = measured
    .map((candidate) => ({
      passage: candidate.passage,
      stems: candidate.stems,
      ...judge(ranking, candidate),
    }))
    .toSorted((one, other) => other.rank - one.rank);
  return measured.some(({ meaning }) => meaning) ? judged : orderByPage(judged);
}

/** A passage that has few words of the question may still answer it, in other words: it is not put far below. */
function scoreOfWords(covered: number): number {
  const { from, to, lift } = fewWords;
  if (covered >= to || covered <= from) return covered;
  return covered + lift * (1 - (covered - from) / (to - from));
}

function judge(
  ranking: Ranking,
  { words, meaning, covered, named }: Measured,
): { readonly rank: number; readonly score: number } {
  if (!meaning) return { rank: byWords.words * words + byWords.named * named, score: scoreOfWords(covered) };
  if (ranking === "vectors") return { rank: meaning.cosine, score: meaning.cosine };
  const rank = byBoth.nearness * meaning.nearness + byBoth.covered * covered ** 2 + byBoth.named * named;
  return { rank, score: Math.min(1, Math.max(0, rank * scoreOfRank)) };
}
