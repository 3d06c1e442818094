import type { QuestionSketch, SketchedWord } from "./sketch-questions.ts";

/** The weight of a synonym compared with the word itself. */
const alternativeShare = 0.8;

/**
 * Questions at least this similar are about the same thing. Measured on data that nothing was tuned to: of the pairs
 * among 160 questions on different subjects of one documentation site, one in two hundred is as similar
 * (`test/answers/gaps`).
 */
export const alikeFrom = 0.5;

/**
 * How much two questions are about the same, from 0 to 1: the cosine of their words, weighted by how telling they are, and
 * its average with the cosine of their meaning where one model has made vectors of both.
 */
export function likenessOf(one: QuestionSketch, other: QuestionSketch): number {
  const byWords = sharedWords(one.words, other.words);
  if (!one.vector || one.vector.model !== other.vector?.model) return byWords;
  return (byWords + Math.max(0, cosine(one.vector.values, other.vector.values))) / 2;
}

function sharedWords(one: readonly SketchedWord[], other: readonly SketchedWord[]): number {
  const length = Math.sqrt(squared(one) * squared(other));
  return length === 0 ? 0 : (shared(one, other) + shared(other, one)) / (2 * length);
}

function shared(of: readonly SketchedWord[], among: readonly SketchedWord[]): number {
  return of.reduce((sum, word) => sum + word.weight ** 2 * found(word, among), 0);
}

function found(word: SketchedWord, among: readonly SketchedWord[]): number {
  if (among.some(({ stem }) => stem === word.stem)) return 1;
  const isMeant = among.some(
    ({ stem, alternatives }) => word.alternatives.includes(stem) || alternatives.includes(word.stem),
  );
  return isMeant ? alternativeShare : 0;
}

const squared = (words: readonly SketchedWord[]) => words.reduce((sum, { weight }) => sum + weight ** 2, 0);

/** Vectors have the length 1. */
function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  // Hundreds of vectors are compared in one go: a callback for each number would take most of that time.
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
