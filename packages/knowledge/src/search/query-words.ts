import { stopWordsOf } from "@servicechat/contract/language";
import { hiddenWords, isUnspaced } from "@servicechat/storage";

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const mostWords = 12;
const longestWord = 64;

/** The words of a text in lower case, in any language, in order; behind them those that are hidden in others. */
export function wordsOf(text: string): readonly string[] {
  const seen = Array.from(segmenter.segment(text.normalize("NFC").toLowerCase()))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  return [...seen.filter((word) => !isUnspaced(word)), ...hiddenWords(text)];
}

/**
 * The words of a question that are worth looking for: without stop words unless there are no others, each once,
 * at most 12 of at most 64 characters.
 */
export function queryWords(query: string): readonly string[] {
  const words = wordsOf(query.slice(0, 2000))
    .flatMap((word) => word.split(/['’]/))
    .filter(Boolean);
  const silent = stopWordsOf(query);
  const telling = words.filter((word) => !silent.has(word));
  const unique = new Set((telling.length > 0 ? telling : words).map((word) => word.slice(0, longestWord)));
  return [...unique].slice(0, mostWords);
}
