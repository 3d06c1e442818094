import { wordsOf } from "@servicechat/contract/language";
import type { DetectedLanguage } from "@servicechat/contract/language";
import { announces, isVerdict, quotePassage, withoutVerdict, quoteSentence } from "./quote-passage.ts";
import type { Question } from "./quote-passage.ts";
import { citing, isProse, type ReadPassage } from "../sources.ts";
import { bestOfSections, isSameSection, ownHeading } from "./sections.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { countTerms, keywordsWithSynonyms } from "./keywords.ts";

/**
 * The scores from which a passage answers, and from which it may answer. Below the second, it has nothing to do with
 * the question; between the two, the answer only says where it is.
 */
export const answersFrom = 0.35;
const mayAnswerFrom = 0.2;
const unrelatedBelow = 0.12;
/** From here on, the section answers the very question that was asked, and its "yes" or "no" needs no explanation. */
const clearFrom = 0.6;

/** A section is related when it comes this near to the best one, and may help when it comes this near. */
const relatedShare = 0.6;
const helpfulShare = 0.5;
const maxLinks = 5;
/** The maximum number of sentences below a link to a section that may help, or below such a quotation. */
const maxSentences = 2;
const maxSentencesBelowQuote = 1;

/** A heading of this many words says alone what its section is about. */
const wordsOfSentence = 5;

/** A question, and the passages that were found for it. */
export interface FoundQuestion {
  readonly query: string;
  /** Best first. */
  readonly passages: readonly ReadPassage[];
}

/** The material for an answer. */
interface Material extends FoundQuestion {
  readonly phrases: Phrases;
  /** The language of the passages. */
  readonly documentation: DetectedLanguage | undefined;
  /** Whether the visitor asks in another. */
  readonly isAcross: boolean;
}

/** The answers to one or more questions in Markdown. Several answers are shorter, each below its question. */
export function writeAnswers(
  questions: readonly FoundQuestion[],
  material: Omit<Material, keyof FoundQuestion>,
): string {
  const [only, ...more] = questions;
  if (only && more.length === 0) return writeAnswer({ ...material, ...only });
  return joined(
    ...questions.flatMap(({ query, passages: [best] }) => {
      if (!best) return [];
      const { said } = quoteFrom(best, { ...material, query, isBrief: true });
      return [`**${escaped(query)}**`, withSource(said, best, material.phrases)];
    }),
  );
}

/** A quotation, and whether it is without the "yes" or "no" with which it answers another question. */
interface Quotation {
  readonly said: string;
  readonly isWithoutVerdict: boolean;
}

/** What a passage says about a question. */
function quoteFrom(
  passage: ReadPassage,
  {
    isBrief,
    ...asked
  }: Pick<Material, "query" | "documentation"> & {
    readonly isBrief: boolean;
  },
): Quotation {
  const question = askedOf(passage, asked);
  const fromStart = passage.startsWithAnswer ?? false;
  const whole = quotePassage(passage.text, question, { isBrief, fromStart });
  const said = fromStart || isAbout(whole, question) ? whole : withoutVerdict(whole);
  return { said, isWithoutVerdict: said !== whole };
}

/** Whether all that is asked is in a quotation's first paragraph, or in what stands over it. */
function isAbout(said: string, { heading, terms }: Question): boolean {
  const read = `${heading} ${said.split("\n\n", 1)[0]}`;
  return terms.every((term) => countTerms(read, [term]) > 0);
}

function askedOf(
  passage: ReadPassage,
  { query, documentation }: Pick<Material, "query" | "documentation">,
): Question {
  const question = passage.readAs ?? query;
  return { question, heading: ownHeading(passage), terms: keywordsWithSynonyms(question, documentation) };
}

/**
 * The answer in Markdown. When a passage answers: what it says about the question word for word, its source, and links to
 * sections nearby. When the nearest ones may or may not: links to them. When nothing is near: that nothing was found.
 */
function writeAnswer({ passages, query, phrases, documentation, isAcross }: Material): string {
  const [best] = passages;
  if (!best || best.score < unrelatedBelow) return phrases.nothingFound;
  const isAnswer = best.score >= answersFrom;
  const share = isAnswer ? relatedShare : helpfulShare;
  const near = bestOfSections(passages).filter(({ score }) => score >= best.score * share);
  // An approved answer is no page that one could go on to.
  const others = near.filter((passage) => !isSameSection(passage, best) && !passage.approved);
  const { said, isWithoutVerdict } = quoteFrom(best, { query, documentation, isBrief: !isAnswer });
  const quote = withSource(said, best, phrases);
  const helpful = (sections: readonly ReadPassage[], most = maxSentences) =>
    listOf(sections, best, (passage, at) =>
      at < most ? quoteSentence(passage.text, askedOf(passage, { query, documentation })) : "",
    );
  const { readAs: corrected } = best;
  const readAs = corrected && phrases.searchedFor.replace("{query}", () => escaped(corrected));
  // A "yes" to another question must not be taken for one to this question.
  const verdictOn = (isWithoutVerdict || isVerdict(said)) && `**${escaped(ownHeading(best))}**`;
  if (isAnswer) {
    const isClear = !isWithoutVerdict && (best.startsWithAnswer === true || best.score >= clearFrom);
    return joined(readAs, !isClear && verdictOn, quote, ...headed(phrases.related, listOf(others, best)));
  }
  // Some rows of a table, lines of code or their introduction say nothing to a visitor who asked for something else.
  // Passages found in another language are more often off the subject, and read worse, so they are linked to.
  if (isAcross || best.score < mayAnswerFrom || !isProse(said) || announces(said))
    return joined(readAs, phrases.unsure, phrases.mayHelp, helpful(near));
  return joined(
    readAs,
    phrases.closest,
    verdictOn,
    quote,
    ...headed(phrases.mayHelp, helpful(others, maxSentencesBelowQuote)),
  );
}

/** Paragraphs; those that are empty are left out. */
const joined = (...paragraphs: readonly (string | false | undefined)[]): string =>
  paragraphs.filter(Boolean).join("\n\n");

/** A list with its heading; nothing when it is empty. */
const headed = (heading: string, list: string): readonly string[] => (list === "" ? [] : [heading, list]);

/**
 * Links to sections, each by its heading, and by its document's title if that says more to a reader of the best one.
 *
 * @param sentenceOf the text below a link, if any
 */
function listOf(
  passages: readonly ReadPassage[],
  { title }: ReadPassage,
  sentenceOf: (passage: ReadPassage, at: number) => string = () => "",
): string {
  const isClear = (passage: ReadPassage) =>
    passage.title === title || wordsOf(ownHeading(passage)).length >= wordsOfSentence;
  return passages
    .slice(0, maxLinks)
    .map((passage, at) => {
      const link = linkTo(passage, isClear(passage) ? ownHeading(passage) : nameOf(passage));
      const sentence = sentenceOf(passage, at);
      return sentence === "" ? `- ${link}` : `- ${link}\\\n  ${sentence}`;
    })
    .join("\n");
}

/** A document without a public address is cited by its number alone: the chat lists its name below the answer. */
function withSource(quote: string, passage: ReadPassage, { source }: Phrases): string {
  const { url, number } = passage;
  if (number === undefined || linkTarget(url) !== undefined)
    return joined(quote, `${source} ${linkTo(passage)}`);
  return citing(quote, number);
}

/** `[Title › Heading](address)`, or its text alone when the document has no public address. */
function linkTo(passage: ReadPassage, name = nameOf(passage)): string {
  const address = linkTarget(passage.url);
  return address === undefined ? escaped(name) : `[${escaped(name)}](${address})`;
}

function nameOf(passage: ReadPassage): string {
  const heading = ownHeading(passage);
  return heading === passage.title ? heading : `${passage.title} › ${heading}`;
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
