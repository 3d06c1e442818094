import type { DocumentRecord, KnowledgeStore, NewPassage } from "@servicechat/storage";
import type { Evaluation, EvaluationQuestion } from "./evaluation.ts";
import { hasFact } from "./has-fact.ts";
import { isPage } from "./is-page.ts";
import { isSection } from "./is-section.ts";

/** Names in questions that the knowledge does not have: typos, which would count as wrong answers. */
export async function findUnknown(
  knowledge: Pick<KnowledgeStore, "passages">,
  {
    documents,
    questions,
  }: {
    readonly documents: readonly DocumentRecord[];
    readonly questions: readonly EvaluationQuestion[];
  },
): Promise<Pick<Evaluation, "unknownPages" | "unknownSections" | "unknownFacts">> {
  const unknownPages: Evaluation["unknownPages"][number][] = [];
  const unknownSections: Evaluation["unknownSections"][number][] = [];
  const unknownFacts: Evaluation["unknownFacts"][number][] = [];
  for (const { question, pages, sections = [], fact } of questions) {
    const missing = pages.filter((page) => !documents.some((document) => isPage(document, page)));
    unknownPages.push(...missing.map((page) => ({ question, page })));
    if (missing.length === pages.length || (sections.length === 0 && fact === undefined)) continue;

    const right = documents.filter((document) => pages.some((page) => isPage(document, page)));
    const passages = (await Promise.all(right.map(({ id }) => knowledge.passages(id)))).flat();
    const isOf = (section: string) => (passage: NewPassage) => isSection(passage, section);
    const unknown = sections.filter((section) => !passages.some(isOf(section)));
    unknownSections.push(...unknown.map((section) => ({ question, section })));
    if (fact === undefined || (sections.length > 0 && unknown.length === sections.length)) continue;

    const telling =
      sections.length === 0
        ? passages
        : passages.filter((one) => sections.some((section) => isOf(section)(one)));
    if (!hasFact(telling.map(({ text }) => text).join("\n\n"), fact)) unknownFacts.push({ question, fact });
  }
  return { unknownPages, unknownSections, unknownFacts };
}
