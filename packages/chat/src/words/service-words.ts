import { cleanText } from "@servicechat/contract";
import type { Words, WordsLike } from "./words.ts";

/** What the service says of its work, in the visitor's language where there are words for it. */
export const spoken = (sentence: string, { service }: Words): string =>
  lookUp(service, sentence) ?? cleanText(sentence);

/** What is said of a failure: its words in the visitor's language; without any, the sentence of the service. */
export function failureText(code: string, message: string, { failures, failed }: Words): string {
  return lookUp(failures, code) ?? (cleanText(message) || failed);
}

const lookUp = (table: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * A dictionary with the words of a part that is loaded when needed: the part brings its English, another language has them
 * all. It stands in a file of the first screen, or each part would need another file for it.
 */
export const withWords = <English extends object>(
  english: English,
  words: Words,
): Words & WordsLike<English> =>
  // What a translation has of them takes their place, in the same types.
  ({ ...english, ...words }) as Words & WordsLike<English>;
