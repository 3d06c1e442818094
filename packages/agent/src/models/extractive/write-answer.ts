import { quoteBriefly, quotePassage } from "./quote-passage.ts";
import type { ReadPassage } from "./read-passages.ts";
import { bestOfSections, isSameSection, ownHeading } from "./sections.ts";
import type { Sentences } from "./sentences/sentences.ts";
import { tellingTerms } from "./telling-words.ts";

/**
 * Scores from which a passage answers, and from which it may. Below the last it has nothing to do with the question;
 * between, only where it stands is said.
 */
export const answersFrom = 0.35;
const mayAnswerFrom = 0.23;
const unrelatedBelow = 0.2;

/** A section is related when it comes this near to the best one. */
const nearShare = 0.5;
const maxRelated = 5;

/** What an answer is written from. */
interface Material {
  /** Best first. */
  readonly passages: readonly ReadPassage[];
  readonly query: string;
  readonly sentences: Sentences;
}

/**
 * The answer in Markdown. When a passage answers: what it says about the question word for word, its source, and links to
 * sections nearby. When the nearest ones may or may not: links to them. When nothing is near: that nothing was found.
 */
export function writeAnswer({ passages, query, sentences }: Material): string {
  const [best] = passages;
  if (!best || best.score < unrelatedBelow) return sentences.nothingFound;
  const near = bestOfSections(passages).filter(({ score }) => score >= nearScore(best));
  const asked = { question: query, heading: ownHeading(best), terms: tellingTerms(query) };
  const source = `${sentences.source} ${sourceOf(best)}`;
  const others = near.filter((passage) => !isSameSection(passage, best));
  if (best.score >= answersFrom) {
    const links = listOf(others.slice(0, maxRelated));
    return joined(quotePassage(best.text, asked), source, links && `${sentences.related}\n\n${links}`);
  }
  const brief = best.score >= mayAnswerFrom ? quoteBriefly(best.text, asked) : "";
  if (brief === "") return joined(sentences.unsure, sentences.mayHelp, listOf(near.slice(0, maxRelated)));
  const links = listOf(others.slice(0, maxRelated));
  return joined(sentences.closest, brief, source, links && `${sentences.mayHelp}\n\n${links}`);
}

/** Paragraphs; those that are empty are left out. */
const joined = (...paragraphs: readonly string[]): string => paragraphs.filter(Boolean).join("\n\n");

const nearScore = ({ score }: ReadPassage): number => Math.max(unrelatedBelow, score * nearShare);

function listOf(passages: readonly ReadPassage[]): string {
  return passages.map((passage) => `- ${linkTo(passage)}`).join("\n");
}

/** A document without a public address is cited by its number, so that the chat lists it. */
function sourceOf(passage: ReadPassage): string {
  const isCited = linkTarget(passage.url) === undefined && passage.number !== undefined;
  return isCited ? `${linkTo(passage)} [${passage.number}]` : linkTo(passage);
}

/** `[Title › Heading](address)`, or its text alone when the document has no public address. */
function linkTo(passage: ReadPassage): string {
  const heading = ownHeading(passage);
  const label = escaped(heading === passage.title ? heading : `${passage.title} › ${heading}`);
  const address = linkTarget(passage.url);
  return address === undefined ? label : `[${label}](${address})`;
}

function linkTarget(url: string | null): string | undefined {
  const address = url === null ? null : URL.parse(url);
  if (address?.protocol !== "http:" && address?.protocol !== "https:") return undefined;
  return address.href.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Text in which no character means anything to Markdown. */
function escaped(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>~|]/g, "\\$&");
}
