import type { Question, QuestionOption } from "@servicechat/contract";
import type { FoundPassage } from "../../agent.ts";
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
function topicOf({ title, headings }: FoundPassage, withinOneDocument: boolean): string {
  return (withinOneDocument ? (headings[1] ?? title) : title).slice(0, longestLabel);
}

/** The passages about a topic that was chosen; all of them when none is. */
export function aboutTopic(passages: readonly FoundPassage[], topic: string): readonly FoundPassage[] {
  const about = passages.filter(
    (passage) => topicOf(passage, false) === topic || topicOf(passage, true) === topic,
  );
  return about.length > 0 ? about : passages;
}

/**
 * The passage whose heading is the question in nearly the same words, such as "How long delivery takes", when no heading
 * of another that fits about as well comes near that.
 */
export function namedPassage(question: string, passages: readonly FoundPassage[]): FoundPassage | undefined {
  const words = [...new Set(wordsOf(question))];
  const namings = nearBest(passages).map((passage) => {
    const heading = passage.headings.at(-1) ?? passage.title;
    return { passage, heading, matches: countMatches(heading, words) };
  });
  const [first] = namings.toSorted((one, other) => other.matches - one.matches);
  const rivals = namings.filter(({ heading }) => heading !== first?.heading);
  const most = Math.max(0, ...rivals.map(({ matches }) => matches));
  return first && first.matches >= most + clearLead ? first.passage : undefined;
}

/**
 * The question to ask back when a short question fits several topics about equally well; `undefined` when it is
 * clear what is meant. `passages` are those good enough to answer with, best first.
 */
export function whichTopic(question: string, passages: readonly FoundPassage[]): Question | undefined {
  const words = tellingWords(question);
  const best = passages[0];
  if (!best || words.length > mostWords) return undefined;
  const near = nearBest(passages).filter((passage) => isAbout(passage, words));
  const withinOneDocument = near.every(({ title }) => title === best.title);
  // The introduction of a document is no topic beside its sections: it answers by itself, or does not count.
  if (withinOneDocument && isIntroduction(best)) return undefined;
  const topics = withinOneDocument ? near.filter((passage) => !isIntroduction(passage)) : near;
  const options = optionsOf(topics, withinOneDocument);
  if (options.length < 2) return undefined;
  return { question: sentences.whichTopic, header: sentences.topicHeader, options, multiSelect: false };
}

/** Those that fit about as well as the best one, which comes first. */
function nearBest(passages: readonly FoundPassage[]): readonly FoundPassage[] {
  const best = passages[0]?.score ?? 0;
  return passages.filter(({ score }) => score >= best * nearShare);
}

/** That only the title of its document has a word makes no passage a topic of its own. */
function isAbout({ headings, text }: FoundPassage, words: readonly string[]): boolean {
  return words.length === 0 || countMatches(`${headings.at(-1) ?? ""}\n${text}`, words) > 0;
}

const isIntroduction = ({ headings }: FoundPassage) => headings.length < 2;

function optionsOf(passages: readonly FoundPassage[], withinOneDocument: boolean): readonly QuestionOption[] {
  const options = new Map<string, QuestionOption>();
  for (const passage of passages) {
    const label = topicOf(passage, withinOneDocument);
    const description = passage.headings.slice(withinOneDocument ? 2 : 1).join(" › ");
    if (!options.has(label)) options.set(label, { label, description });
  }
  return [...options.values()].slice(0, mostOptions);
}
