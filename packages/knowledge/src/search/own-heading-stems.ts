import type { PassageRecord } from "@servicechat/storage";
import { wordsOf } from "./query-words.ts";
import { stem } from "./stem.ts";

/** The stems of a passage's innermost heading: what its document's title has, all passages of the document share. */
export function ownHeadingStems({ headings }: PassageRecord): ReadonlySet<string> {
  return new Set(wordsOf(headings.at(-1) ?? "").map(stem));
}
