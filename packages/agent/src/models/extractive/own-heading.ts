import type { FoundPassage } from "../../agent.ts";

/** The innermost heading over a passage; its document's title where there is none. */
export function ownHeading({ title, headings }: FoundPassage): string {
  return headings.at(-1) ?? title;
}
