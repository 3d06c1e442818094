import { isIn, sectionsIn, type CitedSection, type KnownDocument } from "./cited-sections.ts";
import type { EvaluationQuestion, GivenAnswer, Judgement } from "./evaluation.ts";
import { hasFact } from "./has-fact.ts";
import { isPage } from "./is-page.ts";
import { isSection } from "./is-section.ts";
import { splitAnswer } from "./split-answer.ts";

/** Judges an agent's answer to a question by the rules in docs/agent-file.md. */
export function judgeAnswer(
  { pages, sections = [], fact }: EvaluationQuestion,
  { text, sources, options, unsure = false }: GivenAnswer,
  documents: readonly KnownDocument[],
): Judgement {
  const { said, links } = splitAnswer(text);
  const cited = sectionsIn(said, sources);
  const judged = {
    declined: options.length === 0 && (unsure || cited.length === 0),
    words: countWords(text),
  };
  if (pages.length === 0) return judged;

  const wanted = documents.filter((document) => pages.some((page) => isPage(document, page)));
  const isRight = (named: CitedSection) =>
    wanted.some((document) => isIn(named, document)) &&
    (sections.length === 0 || sections.some((section) => isSection(named, section)));
  const isOffered = options.some(({ label, description }) => {
    const headings = [label, ...description.split(" › ")];
    return sections.length > 0
      ? sections.some((section) => isSection({ headings }, section))
      : wanted.some(({ title }) => isSection({ headings }, title));
  });
  const answers = cited.some(isRight);
  const shown = answers || isOffered || sectionsIn(links, sources).some(isRight);
  return {
    ...judged,
    shown,
    ...(fact !== undefined && { right: options.length === 0 && answers && hasFact(said, fact) }),
  };
}

function countWords(text: string): number {
  const read = text.replace(/\]\((?:[^()\s]|\([^()\s]*\))*\)/g, "]");
  return read.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
