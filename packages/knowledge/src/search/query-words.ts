import { stopWordsOf, wordsOf } from "@servicechat/contract/language";
import { hiddenWords, isUnspaced } from "@servicechat/storage";

const maxWords = 12;
const maxWord = 64;

/** The words of a text as a search compares them, in order, followed by those that are hidden in others. */
export function comparedWords(text: string): readonly string[] {
  return [...wordsOf(text).filter((word) => !isUnspaced(word)), ...hiddenWords(text)];
}

/**
 * The words of a question that are worth searching for: without stop words unless there are no others, each once, up to
 * 12 of up to 64 characters.
 */
export function queryWords(query: string): readonly string[] {
  const words = comparedWords(query.slice(0, 2000));
  const silent = stopWordsOf(query);
  const telling = words.filter((word) => !silent.has(word));
  const unique = new Set((telling.length > 0 ? telling : words).map((word) => word.slice(0, maxWord)));
  return [...unique].slice(0, maxWords);
}
