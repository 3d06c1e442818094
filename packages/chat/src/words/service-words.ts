import { cleanText } from "@servicechat/contract";
import type { Words, WordsLike } from "./words.ts";

/** The service's sentence about its work, in the visitor's language if there is a translation. */
export const spoken = (sentence: string, { service }: Words): string =>
  lookUp(service, sentence) ?? cleanText(sentence);

/** The text of a failure in the visitor's language; without one, the service's sentence. */
export function failureText(code: string, message: string, { failures, failed }: Words): string {
  return lookUp(failures, code) ?? (cleanText(message) || failed);
}

const lookUp = (table: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * A dictionary with the texts of a lazily loaded part: the part contains its English, another language has all of them.
 * It is in a file of the first screen, since each part would otherwise need another file for it.
 */
export const withWords = <English extends object>(
  english: English,
  words: Words,
): Words & WordsLike<English> =>
  // Translated texts replace them, with the same types.
  ({ ...english, ...words }) as Words & WordsLike<English>;
