import { stopWords } from "@servicechat/contract/stop-words";

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words of a text in lower case, in order, in any language. */
export function wordsOf(text: string): readonly string[] {
  return Array.from(segmenter.segment(text.normalize("NFC").toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .flatMap(({ segment }) => segment.split(/['’]/))
    .filter(Boolean);
}

/** The words of a text that say what it is about, each once. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text).filter((word) => word.length > 1 && !stopWords.has(word)))];
}

/** How many of the given words a text has; an ending more or less makes no other word ("return", "returned"). */
export function countMatches(text: string, words: readonly string[]): number {
  const present = [...new Set(wordsOf(text))];
  return words.filter((word) => present.some((other) => isSameWord(word, other))).length;
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const mostRemaining = short.length > 5 ? 3 : 2;
  let common = 0;
  while (common < short.length && short[common] === long[common]) common++;
  return common >= 4 && short.length - common <= 1 && long.length - common <= mostRemaining + 1;
}
