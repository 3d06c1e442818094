import type { ReadPassage } from "../sources.ts";

/** The innermost heading over a passage; its document's title if it has none. */
export function ownHeading({ title, headings }: ReadPassage): string {
  return headings.at(-1) ?? title;
}

/** Whether two passages are in the same section of the same document. */
export function isSameSection(one: ReadPassage, other: ReadPassage): boolean {
  return (
    one.title === other.title &&
    one.url === other.url &&
    one.headings.join("\n") === other.headings.join("\n")
  );
}

/** The best passage of each section, in the order of the passages. */
export function bestOfSections(passages: readonly ReadPassage[]): readonly ReadPassage[] {
  return passages.filter(
    (passage, at) => passages.findIndex((earlier) => isSameSection(earlier, passage)) === at,
  );
}
