import type { Question } from "@servicechat/contract";
import type { FoundPassage } from "../../agent.ts";
import { sentences } from "./sentences.ts";
import { tellingWords } from "./telling-words.ts";

/** A question of more telling words than this is taken to be clear. */
const mostWords = 2;
/** "About equally well": within this share of the best passage's score. */
const nearShare = 0.85;
const mostOptions = 4;
const longestLabel = 80;

/** What a passage is about: its document, or within one document its top heading. */
export function topicOf({ title, headings }: FoundPassage, withinOneDocument: boolean): string {
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
 * The question to ask back when a short question fits several topics about equally well; `undefined` when it is
 * clear what is meant. `passages` are those good enough to answer with, best first.
 */
export function whichTopic(question: string, passages: readonly FoundPassage[]): Question | undefined {
  const best = passages[0]?.score ?? 0;
  const near = passages.filter(({ score }) => score >= best * nearShare);
  if (tellingWords(question).length > mostWords || near.length < 2) return undefined;

  const withinOneDocument = near.every(({ title }) => title === near[0]?.title);
  const options = new Map<string, string>();
  for (const passage of near) {
    // The introduction of a document is no topic beside its sections.
    if (withinOneDocument && passage.headings.length < 2) continue;
    const label = topicOf(passage, withinOneDocument);
    if (!options.has(label)) options.set(label, passage.headings.slice(1).join(" › "));
  }
  if (options.size < 2) return undefined;
  return {
    question: sentences.whichTopic,
    header: sentences.topicHeader,
    options: Array.from(options, ([label, description]) => ({
      label,
      description: description === label ? "" : description,
    })).slice(0, mostOptions),
    multiSelect: false,
  };
}
