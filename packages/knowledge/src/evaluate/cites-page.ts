import { isIn, sectionsIn, type KnownDocument } from "./cited-sections.ts";
import type { GivenAnswer } from "./evaluation.ts";
import { isPage } from "./is-page.ts";
import { splitAnswer } from "./split-answer.ts";

/** Whether an answer names a page as its source: by a link, a number, or its name on a line. Links to look at do not count. */
export function citesPage(
  page: string,
  { text, sources }: Pick<GivenAnswer, "text" | "sources">,
  documents: readonly KnownDocument[],
): boolean {
  const wanted = documents.filter((document) => isPage(document, page));
  const { said } = splitAnswer(text);
  return sectionsIn(said, sources).some((named) => wanted.some((document) => isIn(named, document)));
}
