import type { ReadPassage } from "./read-passages.ts";

/** The innermost heading over a passage; its document's title where there is none. */
export function ownHeading({ title, headings }: ReadPassage): string {
  return headings.at(-1) ?? title;
}
