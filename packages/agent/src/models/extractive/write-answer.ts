import { type DetectedLanguage, wordsOf } from "@servicechat/contract/language";
import { announces, isVerdict, quotePassage, type Question } from "./quote-passage.ts";
import { quoteSentence } from "./quote-sentence.ts";
import type { ReadPassage } from "./read-passages.ts";
import { bestOfSections, isSameSection, ownHeading } from "./sections.ts";
import type { Sentences } from "./sentences/sentences.ts";
import { keywordsWithSynonyms } from "./keywords.ts";

/**
 * Scores from which a passage answers, and from which it may. Below the last it has nothing to do with the question;
 * between, only where it stands is said.
 */
export const answersFrom = 0.35;
const mayAnswerFrom = 0.2;
const unrelatedBelow = 0.12;

/** A section is related when it comes this near to the best one, and may help when it comes this near. */
const relatedShare = 0.6;
const helpfulShare = 0.5;
const maxLinks = 5;
/** Below the links to so many sections that may help stands what they say, and below a quotation that may help too. */
const maxSentences = 2;
const maxSentencesBelowQuote = 1;

/** A heading of this many words says alone what its section is about. */
const wordsOfSentence = 5;

/** What an answer is written from. */
interface Material {
  /** Best first. */
  readonly passages: readonly ReadPassage[];
  readonly query: string;
  readonly sentences: Sentences;
  /** The language of the passages. */
  readonly documentation: DetectedLanguage | undefined;
  /** Whether the visitor asks in another. */
  readonly isAcross: boolean;
}

/**
 * The answer in Markdown. When a passage answers: what it says about the question word for word, its source, and links to
 * sections nearby. When the nearest ones may or may not: links to them. When nothing is near: that nothing was found.
 */
export function writeAnswer({ passages, query, sentences, documentation, isAcross }: Material): string {
  const [best] = passages;
  if (!best || best.score < unrelatedBelow) return sentences.nothingFound;
  const isAnswer = best.score >= answersFrom;
  const share = isAnswer ? relatedShare : helpfulShare;
  const near = bestOfSections(passages).filter(({ score }) => score >= best.score * share);
  const others = near.filter((passage) => !isSameSection(passage, best));
  const question = best.readAs ?? query;
  const terms = keywordsWithSynonyms(question, documentation);
  const askedOf = (passage: ReadPassage): Question => ({ question, heading: ownHeading(passage), terms });
  const said = quotePassage(best.text, askedOf(best), { isBrief: !isAnswer });
  const quote = withSource(said, best, sentences);
  const helpful = (sections: readonly ReadPassage[], most = maxSentences) =>
    listOf(sections, best, (passage, at) => (at < most ? quoteSentence(passage.text, askedOf(passage)) : ""));
  const readAs = best.readAs && sentences.searchedFor.replace("{query}", () => escaped(question));
  if (isAnswer) return joined(readAs, quote, ...headed(sentences.related, listOf(others, best)));
  // Some rows of a table, lines of code or what announces them say nothing to somebody who asked for something else. What
  // is near in another language is more often off the subject, and reads worse: links to it do.
  if (isAcross || best.score < mayAnswerFrom || !isProse(said) || announces(said))
    return joined(readAs, sentences.unsure, sentences.mayHelp, helpful(near));
  return joined(
    readAs,
    sentences.closest,
    // Nobody must take a "yes" to another question for one to theirs.
    isVerdict(said) && `**${escaped(ownHeading(best))}**`,
    quote,
    ...headed(sentences.mayHelp, helpful(others, maxSentencesBelowQuote)),
  );
}

/** Paragraphs; those that are empty are left out. */
const joined = (...paragraphs: readonly (string | false | undefined)[]): string =>
  paragraphs.filter(Boolean).join("\n\n");

/** A list with its heading; nothing when it is empty. */
const headed = (heading: string, list: string): readonly string[] => (list === "" ? [] : [heading, list]);

/**
 * Links to sections, each by its heading, and by its document's title where that says more to a reader of the best one.
 *
 * @param sentenceOf what stands below a link, if anything
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
function withSource(quote: string, passage: ReadPassage, { source }: Sentences): string {
  const { url, number } = passage;
  if (number === undefined || linkTarget(url) !== undefined)
    return joined(quote, `${source} ${linkTo(passage)}`);
  return citing(quote, number);
}

/** A text with the number of its source behind it. */
export function citing(text: string, number: number | undefined): string {
  if (number === undefined) return text;
  const citation = `[${number}]`;
  return endsInProse(text) ? `${text} ${citation}` : joined(text, citation);
}

/** Whether text can follow: after a table, code or a formula it would belong to that. */
function endsInProse(quote: string): boolean {
  return isProse(quote.slice(quote.lastIndexOf("\n") + 1));
}

const isProse = (line: string): boolean => !/^\s*(?:\||`{3}|~{3}|\$\$)/.test(line);

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
