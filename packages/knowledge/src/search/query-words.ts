import {
  foldText,
  joinIbans,
  koreanNouns,
  searchWords,
  stopWordsOf,
  wordsOf,
} from "@servicechat/contract/language";

/** Of a longer question, the beginning. */
const maxRead = 2000;
const maxWords = 12;
const maxWord = 64;

/** One letter behind a number, such as that for "days". Documents have it together with the number. */
const counter =
  /(?<=\p{N})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}](?![\p{L}\p{M}])/gu;

/**
 * The words of a question that are worth searching for, folded: without stop words unless there are no others, each once,
 * up to 12 of up to 64 characters.
 */
export function queryWords(query: string): readonly string[] {
  const asked = joinIbans(koreanNouns(query.slice(0, maxRead)));
  const folded = foldText(asked);
  // Forms that only documents need, such as a code without its hyphen, are not in the question.
  const counters = new Set(folded.match(counter));
  const words = searchWords(asked).filter((word) => folded.includes(word) && !counters.has(word));
  const silent = silentWords(query);
  const telling = words.filter((word) => !silent.has(word));
  const unique = new Set((telling.length > 0 ? telling : words).map((word) => word.slice(0, maxWord)));
  return [...unique].slice(0, maxWords);
}

/** The stop words of a question's language, and those that it has as they are folded: of all, some would fold to other words. */
export function silentWords(query: string): ReadonlySet<string> {
  const silent = stopWordsOf(query);
  const asked = wordsOf(query.slice(0, maxRead)).filter((word) => silent.has(word));
  return new Set([...silent, ...asked.map(foldText)]);
}

const endings = /(?:ations?|(?<=ic)al(?:ly)?|ment|ing|edly|er|ed|en|ly|e|y|n)$/;

/**
 * A rough stem, for comparing words after the database found them: folded, without plural and common endings, so
 * that "returns", "returned" and "returning" are one word. It need not be a word itself.
 */
export function stem(word: string): string {
  const plain = foldText(word);
  if (plain.length <= 3) return plain;
  return withoutEndings(plain.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""));
}

/** Ending by ending, since "cover" and "covered" end the same only at the end. */
function withoutEndings(word: string): string {
  const cut = word.replace(endings, "").replace(/([bdfgklmnprt])\1$/, "$1");
  return cut === word || cut.length < 3 ? word : withoutEndings(cut);
}
