import { citedNumbers } from "@servicechat/contract";
import type { NumberedPassage } from "../knowledge-search.ts";

/** Tells whether a text names a passage as its source, by its number or its address: models cite as they are told to. */
export function citationsIn(said: string): (passage: Pick<NumberedPassage, "number" | "url">) => boolean {
  const numbers = citedNumbers(said);
  return ({ number, url }) => numbers.has(number) || (url !== null && said.includes(url));
}
