import type { Question, QuestionOption } from "@servicechat/contract";
import type { ReadPassage } from "./read-passages.ts";
import { ownHeading } from "./own-heading.ts";
import { sentences } from "./sentences.ts";
import { countMatches, tellingWords, wordsOf } from "./telling-words.ts";

/** A question of more telling words than this is taken to be clear. */
const mostWords = 2;
/** "About equally well": within this share of the best passage's score. */
const nearShare = 0.8;
/** So many more words of the question a heading must have than any other, small words too, to be what is asked. */
const clearLead = 2;
const mostOptions = 4;
const longestLabel = 80;

/** What a passage is about: its document, or within one document its top heading. */
function topicOf({ title, headings }: ReadPassage, withinOneDocument: boolean): string {
  return (withinOneDocument ? (headings[1] ?? title) : title).slice(0, longestLabel);
}

/** The passages about a topic that was chosen; all of them when none is. */
export function aboutTopic(passages: readonly ReadPassage[], topic: string): readonly ReadPassage[] {
  const about = passages.filter(
    (passage) => topicOf(passage, false) === topic || topicOf(passage, true) === topic,
  );
  return about.length > 0 ? about : passages;
}

/**
 * The passage whose heading is the question in nearly the same words, such as "How long delivery takes", when no heading
 * of another that fits about as well comes near that.
 */
export function namedPassage(question: string, passages: readonly ReadPassage[]): ReadPassage | undefined {
  const words = [...new Set(wordsOf(question))];
  const telling = tellingWords(question);
  const namings = nearBest(passages).map((passage) => {
    const heading = ownHeading(passage);
    const tellingMatches = countMatches(heading, telling);
    return { passage, heading, matches: countMatches(heading, words), tellingMatches };
  });
  const [first] = namings.toSorted((one, other) => other.matches - one.matches);
  if (!first || first.matches < clearLead) return undefined;
  const rivals = namings.filter(({ heading }) => heading !== first.heading);
  // Small words alone lead nowhere: "What happens when ..." begins many headings.
  const isNamed = rivals.every(
    ({ matches, tellingMatches }) =>
      first.matches >= matches + clearLead && first.tellingMatches >= tellingMatches,
  );
  return isNamed ? first.passage : undefined;
}

/**
 * What a short question may mean: of the passages that fit about as well as the best one, those whose own heading has most
 * of its words. One that has a word only somewhere in its text is no rival of a section about it.
 */
export function meantPassages(question: string, passages: readonly ReadPassage[]): readonly ReadPassage[] {
  const words = tellingWords(question);
  if (words.length > mostWords) return [];
  const namings = nearBest(passages)
    .filter((passage) => isAbout(passage, words))
    .map((passage) => ({ passage, matches: countMatches(ownHeading(passage), words) }));
  const most = Math.max(0, ...namings.map(({ matches }) => matches));
  return namings.filter(({ matches }) => matches === most).map(({ passage }) => passage);
}

/** The question to ask back when these passages, of which any may be meant, are about several topics. */
export function whichTopic(near: readonly ReadPassage[]): Question | undefined {
  const best = near[0];
  if (!best) return undefined;
  const withinOneDocument = near.every(({ title }) => title === best.title);
  // The introduction of a document is no topic beside its sections: it answers by itself, or does not count.
  if (withinOneDocument && isIntroduction(best)) return undefined;
  const topics = withinOneDocument ? near.filter((passage) => !isIntroduction(passage)) : near;
  const options = optionsOf(topics, withinOneDocument);
  if (options.length < 2) return undefined;
  return { question: sentences.whichTopic, header: sentences.topicHeader, options, multiSelect: false };
}

/** Those that fit about as well as the best one, which comes first. */
function nearBest(passages: readonly ReadPassage[]): readonly ReadPassage[] {
  const best = passages[0]?.score ?? 0;
  return passages.filter(({ score }) => score >= best * nearShare);
}

/** That only the title of its document has a word makes no passage a topic of its own. */
function isAbout({ headings, text }: ReadPassage, words: readonly string[]): boolean {
  return words.length === 0 || countMatches(`${headings.at(-1) ?? ""}\n${text}`, words) > 0;
}

const isIntroduction = ({ headings }: ReadPassage) => headings.length < 2;

function optionsOf(passages: readonly ReadPassage[], withinOneDocument: boolean): readonly QuestionOption[] {
  const options = new Map<string, QuestionOption>();
  for (const passage of passages) {
    const label = topicOf(passage, withinOneDocument);
    const description = passage.headings.slice(withinOneDocument ? 2 : 1).join(" › ");
    if (!options.has(label)) options.set(label, { label, description });
  }
  return [...options.values()].slice(0, mostOptions);
}
