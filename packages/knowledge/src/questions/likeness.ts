import type { QuestionSketch, SketchedWord } from "./sketch-questions.ts";

/** What another word of the same meaning counts beside the very word. */
const alternativeShare = 0.8;

/** Questions that are so much alike are about the same. */
export const alikeFrom = 0.5;

/** Cosines from which two questions have something to do with each other, and from which they are the same. */
const meaning = { unrelated: 0.35, same: 0.85 };

/** What words count beside the meaning, where both are known. */
const wordsShare = 0.4;

/**
 * How much two questions are about the same, from 0 to 1: by the telling words that both have, and by their meaning where
 * one model has made vectors of both.
 */
export function likenessOf(one: QuestionSketch, other: QuestionSketch): number {
  const byWords = sharedWords(one.words, other.words);
  if (!one.vector || one.vector.model !== other.vector?.model) return byWords;
  const byMeaning = related(cosine(one.vector.values, other.vector.values));
  return wordsShare * byWords + (1 - wordsShare) * byMeaning;
}

/** The weight of shared words among all of both. */
function sharedWords(one: readonly SketchedWord[], other: readonly SketchedWord[]): number {
  const all = weightOf(one) + weightOf(other);
  if (all === 0) return 0;
  return (shared(one, other) + shared(other, one)) / all;
}

function shared(of: readonly SketchedWord[], among: readonly SketchedWord[]): number {
  return of.reduce((sum, word) => sum + word.weight * found(word, among), 0);
}

function found(word: SketchedWord, among: readonly SketchedWord[]): number {
  if (among.some(({ stem }) => stem === word.stem)) return 1;
  const isMeant = among.some(
    ({ stem, alternatives }) => word.alternatives.includes(stem) || alternatives.includes(word.stem),
  );
  return isMeant ? alternativeShare : 0;
}

const weightOf = (words: readonly SketchedWord[]) => words.reduce((sum, { weight }) => sum + weight, 0);

/** Vectors have the length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

function related(cos: number): number {
  return Math.min(1, Math.max(0, (cos - meaning.unrelated) / (meaning.same - meaning.unrelated)));
}
