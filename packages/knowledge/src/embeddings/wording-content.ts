import { inEnglish } from "../question-similarity/in-english.ts";
import type { Embedder } from "./embedder.ts";

/** The text of a wording's vector: the same as that of a question in these words. */
export function wordingContent({ onlyEnglish }: Pick<Embedder, "onlyEnglish">, wording: string): string {
  return onlyEnglish ? inEnglish(wording) : wording;
}
