import { termsOf } from "@servicechat/contract/language";
import { queryWords } from "../search/query-words.ts";

/** For a model that makes sense of English alone. */
export function inEnglish(question: string): string {
  const terms = termsOf(question, queryWords(question));
  const isForeign = terms.some(({ word, english }) => word !== english);
  return isForeign ? terms.map(({ english }) => english).join(" ") : question;
}
