import type { NumberedPassage } from "../knowledge-search.ts";

/** Whether a text names a passage as its source, by its number or its address: models cite as they are told to. */
export function isCited(said: string, { number, url }: Pick<NumberedPassage, "number" | "url">): boolean {
  return said.includes(`[${number}]`) || (url !== null && said.includes(url));
}
