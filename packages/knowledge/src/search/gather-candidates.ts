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

/** A passage that was found, with what speaks for it before its words are looked at closely. */
export interface Candidate {
  readonly passage: PassageRecord;
  /** The database's own measure, from 0 to 1, the best. Compares with others of the same search only. */
  readonly words: number;
  /** How near its meaning lies; absent when only words count. See `by-meaning.ts`. */
  readonly meaning?: {
    readonly cosine: number;
    readonly nearness: number;
    readonly related: number;
    readonly isAlike: boolean;
  };
}

/** What was found by words, by meaning or by both: each passage once. */
export async function gatherCandidates(
  ranking: Ranking,
  { found, near }: Found,
): Promise<readonly Candidate[]> {
  const best = Math.max(...found.map(({ score }) => score), Number.MIN_VALUE);
  const byWords = found.map(({ score, ...passage }) => ({ passage, words: Math.max(0, score) / best }));
  if (!near) return byWords;

  const ids = ranking === "vectors" ? [] : byWords.map(({ passage }) => passage.id);
  const nearPassages = await near.passages([...new Set([...ids, ...near.ids])]);
  const wordsOf = new Map(byWords.map(({ passage, words }) => [passage.id, words]));
  const byMeaning = nearPassages.map(({ passage, ...meaning }) => ({
    passage,
    words: wordsOf.get(passage.id) ?? 0,
    meaning,
  }));
  // A passage that has no vector yet is found by its words alone.
  const known = new Set(byMeaning.map(({ passage }) => passage.id));
  const without = ranking === "vectors" ? [] : byWords.filter(({ passage }) => !known.has(passage.id));
  return [...byMeaning, ...without];
}
