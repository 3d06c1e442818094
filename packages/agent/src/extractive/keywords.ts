import { foldText, koreanNouns, stopWordsOf, termsOf, wordsOf } from "@servicechat/contract/language";
import type { DetectedLanguage } from "@servicechat/contract/language";

const alternativeShare = 0.8;

/** Of a longer text, the first ones: each is compared with every word of a heading or a passage. */
const maxKeywords = 400;

/** The significant words of a text, folded, each once, 400 at most. */
export function keywordsOf(text: string): readonly string[] {
  const silent = stopWordsOf(text);
  const telling = wordsOf(koreanNouns(text)).filter((word) => word.length > 1 && !silent.has(word));
  return [...new Set(telling.map(foldText))].slice(0, maxKeywords);
}

/** The significant words of a question, each with its synonyms in the documents. The question's own word is first. */
export function keywordsWithSynonyms(
  question: string,
  documents?: DetectedLanguage,
): readonly (readonly string[])[] {
  return termsOf(question, keywordsOf(question), documents).map(({ word, alternatives }) => [
    word,
    ...alternatives,
  ]);
}

/**
 * How many of the given words a text has; a different ending does not make it a different word ("return", "returned").
 */
export function countMatches(text: string, words: readonly string[]): number {
  return countTerms(
    text,
    words.map((word) => [word]),
  );
}

/** How many of the given terms a text contains, by the word or a synonym; the latter counts a little less. */
export function countTerms(text: string, terms: readonly (readonly string[])[]): number {
  const present = [...new Set(wordsOf(foldText(koreanNouns(text))))];
  const has = (word: string) => present.some((other) => isSameWord(word, other));
  const count = ([word = "", ...others]: readonly string[]): number => {
    if (has(word)) return 1;
    return others.some(has) ? alternativeShare : 0;
  };
  return terms.reduce((sum, term) => sum + count(term), 0);
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const maxRemaining = short.length > 5 ? 3 : 2;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common >= 4 && short.length - common <= 1 && long.length - common <= maxRemaining + 1;
}
