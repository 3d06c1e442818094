import type { Question } from "@servicechat/contract";
import { wordsOf } from "@servicechat/contract/language";
import type { ReadPassage } from "../sources.ts";
import { bestOfSections, ownHeading } from "./sections.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { countMatches, keywordsOf } from "./keywords.ts";

/** A question of more words than this is specific enough. */
const maxWords = 2;
/** "Equally well": within this share of the best passage's score. */
const equalShare = 0.85;
const maxOptions = 4;
const maxLabelLength = 80;

/** A section's name among others: its heading, with its document's title if several have that heading. */
function labelOf(passage: ReadPassage, among: readonly ReadPassage[]): string {
  const heading = ownHeading(passage);
  const others = among.filter((other) => other.title !== passage.title);
  return others.some((other) => ownHeading(other) === heading) ? fullLabelOf(passage) : cut(heading);
}

function fullLabelOf(passage: ReadPassage): string {
  const label = `${ownHeading(passage)} (${passage.title})`;
  return label.length <= maxLabelLength ? label : cut(ownHeading(passage));
}

const cut = (heading: string): string => heading.slice(0, maxLabelLength);

/** The passages about a topic that the visitor chose; all of them when none is. */
export function aboutTopic(passages: readonly ReadPassage[], topic: string): readonly ReadPassage[] {
  const called = passages.filter((passage) => fullLabelOf(passage) === topic);
  const about = called.length > 0 ? called : passages.filter((passage) => cut(ownHeading(passage)) === topic);
  return about.length > 0 ? about : passages;
}

/**
 * The question to ask back when one or two words fit sections of several documents equally well, and none of them is
 * called so. The options are sections, best first, so that the right one is among them.
 *
 * @param passages Those that answer, best first
 */
export function whichTopic(
  question: string,
  { passages, phrases }: { readonly passages: readonly ReadPassage[]; readonly phrases: Phrases },
): Question | undefined {
  const words = keywordsOf(question);
  const best = passages[0]?.score ?? 0;
  if (wordsOf(question).length > maxWords || words.length === 0) return undefined;
  const equal = bestOfSections(passages.filter(({ score }) => score >= best * equalShare));
  const isNamed = equal.some((passage) => isCalled(ownHeading(passage), words));
  if (isNamed || new Set(equal.map(({ title, url }) => url ?? title)).size < 2) return undefined;

  const options = [...new Map(equal.map((passage) => [labelOf(passage, passages), passage])).entries()]
    .slice(0, maxOptions)
    .map(([label, { headings }]) => ({ label, description: headings.slice(0, -1).join(" › ") }));
  if (options.length < 2) return undefined;
  return {
    question: phrases.whichTopic,
    header: phrases.topicHeader,
    options,
    multiSelect: false,
  };
}

/** Whether a heading has all of the words, and hardly any others. */
function isCalled(heading: string, words: readonly string[]): boolean {
  return countMatches(heading, words) === words.length && keywordsOf(heading).length <= words.length;
}
