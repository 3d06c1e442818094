import { citedNumbers } from "@servicechat/contract";
import type { NumberedPassage } from "../knowledge-search.ts";

/** Creates a check whether a text cites a passage, by its number or its address. Models cite as instructed. */
export function createIsCited(said: string): (passage: Pick<NumberedPassage, "number" | "url">) => boolean {
  const numbers = citedNumbers(said);
  return ({ number, url }) => numbers.has(number) || (url !== null && said.includes(url));
}
