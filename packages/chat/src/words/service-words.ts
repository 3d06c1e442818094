import { cleanText } from "@servicechat/contract";
import type { Words } from "./words.ts";

/** What the service says of its work, in the visitor's language where there are words for it. */
export const spoken = (sentence: string, { service }: Words): string =>
  lookUp(service, sentence) ?? cleanText(sentence);

/** What is said of a failure: its words in the visitor's language; without any, the sentence of the service. */
export function failureText(code: string, message: string, { failures, failed }: Words): string {
  return lookUp(failures, code) ?? (cleanText(message) || failed);
}

const lookUp = (table: Readonly<Record<string, string>> = {}, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
