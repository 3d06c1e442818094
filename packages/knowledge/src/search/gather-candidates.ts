import type { PassageRecord, WordingStore } from "@servicechat/storage";
import type { Ranking } from "../knowledge.ts";
import type { askMeaning, PassageNearness } from "./by-meaning.ts";

/** The results of a search. */
interface SearchResults {
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
  readonly meaning?: PassageNearness;
}

/** Passages found by words, by meaning or by both: each once, with its wordings. */
export async function gatherCandidates(
  wordings: Pick<WordingStore, "of">,
  ranking: Ranking,
  found: SearchResults,
): Promise<readonly Candidate[]> {
  const gathered = await gather(ranking, found);
  const all = await wordings.of(gathered.map(({ passage }) => passage.id));
  const byPassage = Map.groupBy(all, ({ passageId }) => passageId);
  return gathered.map((candidate) => {
    const own = byPassage.get(candidate.passage.id)?.map(({ text }) => text);
    return own ? { ...candidate, passage: { ...candidate.passage, wordings: own } } : candidate;
  });
}

async function gather(ranking: Ranking, { found, near }: SearchResults): Promise<readonly Candidate[]> {
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
