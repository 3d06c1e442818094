import type { PassageRecord } from "@servicechat/storage";
import type { Ranking } from "../knowledge.ts";
import type { askMeaning } from "./by-meaning.ts";

/** What a search found. */
interface Found {
  /** By words. */
  readonly found: readonly (PassageRecord & { readonly score: number })[];
  /** By meaning; absent when only words count. */
  readonly near: Awaited<ReturnType<typeof askMeaning>>;
}

/** A passage that was found. */
export interface WeighedPassage {
  readonly passage: PassageRecord;
  /** What speaks for it, from 0 to 1. Compares with others of the same search only. */
  readonly weight: number;
  /** Its score, from 0 to 1, when its words cover such a share of the question. */
  readonly score: (covered: number) => number;
}

/** How much nearness weighs beside words, for the order. Measured on two documentation sites with the local model. */
const nearnessWeight = 0.7;

/**
 * And for a score. Less than a score has to be to count as an answer: something always lies nearest, also to a question
 * that no passage answers.
 */
const nearnessInScore = 0.3;

/** Weighs what was found by words, by meaning or by both. */
export async function weighPassages(
  ranking: Ranking,
  { found, near }: Found,
): Promise<readonly WeighedPassage[]> {
  const best = Math.max(...found.map(({ score }) => score), Number.MIN_VALUE);
  const byWords = found.map(({ score, ...passage }) => ({ passage, weight: Math.max(0, score) / best }));
  if (!near) return byWords.map((entry) => ({ ...entry, score: (covered) => covered }));

  const wanted =
    ranking === "vectors" ? near.ids : [...byWords.map(({ passage }) => passage.id), ...near.ids];
  const nearPassages = await near.passages([...new Set(wanted)]);
  if (ranking === "vectors") {
    return nearPassages.map(({ passage, cosine }) => ({
      passage,
      weight: Math.max(0, cosine),
      score: () => cosine,
    }));
  }
  const nearnessOf = new Map(nearPassages.map(({ passage, nearness }) => [passage.id, nearness]));
  const known = new Set(byWords.map(({ passage }) => passage.id));
  const byMeaning = nearPassages
    .filter(({ passage }) => !known.has(passage.id))
    .map(({ passage }) => ({ passage, weight: 0 }));
  return [...byWords, ...byMeaning].map(({ passage, weight }) => {
    const nearness = nearnessOf.get(passage.id) ?? 0;
    const both = (words: number, share: number) => (1 - share) * words + share * nearness;
    return {
      passage,
      weight: both(weight, nearnessWeight),
      score: (covered) => both(covered, nearnessInScore),
    };
  });
}
