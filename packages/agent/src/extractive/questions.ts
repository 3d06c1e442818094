import { wordsOf } from "@servicechat/contract/language";
import { keywordsOf } from "./keywords.ts";
import type { ReadPassage } from "../sources.ts";
import type { Situation } from "./read-situation.ts";
import { isSameSection, ownHeading } from "./sections.ts";
import { answersFrom } from "./write-answer.ts";
import type { FoundQuestion } from "./write-answer.ts";
import { withoutGreeting } from "./small-talk.ts";

/**
 * The parts of a message to answer: if several of its questions have different answers, each of these; its only question, if
 * the sentences around it hide it and it means the same without them; otherwise the message as a whole.
 */
export function chooseQuestions({
  query,
  found,
  separate: { questions, isOnly },
  foundAlone,
}: Pick<Situation, "query" | "separate" | "foundAlone"> & {
  readonly found: readonly ReadPassage[];
}): readonly FoundQuestion[] {
  const whole = [{ query, passages: found }];
  if (isHeading(query, found[0])) return whole;
  const alone = questions
    .map((question, at) => ({ query: question, passages: foundAlone[at] ?? [] }))
    .filter(isAnswered);
  if (isOnly) {
    const [only] = alone;
    const isHidden = (found[0]?.score ?? 0) < answersFrom;
    return only && isHidden && meansTheSame(only) ? [only] : whole;
  }
  const different = alone.filter(
    ({ passages: [best] }, at) =>
      !alone.slice(0, at).some(({ passages: [earlier] }) => best && earlier && isSameSection(best, earlier)),
  );
  return different.length > 1 ? different : whole;
}

/** Common words, as in "Can it make things up?", find something anywhere: only a section that is asked so answers them. */
function isAnswered({ query, passages: [best] }: FoundQuestion): boolean {
  if (best === undefined || best.score < answersFrom) return false;
  return keywordsOf(query).length > 0 || best.startsWithAnswer === true;
}

/** Whether the message is a section's heading, such as "How do I get a key, and where do I put it?" */
function isHeading(query: string, best: ReadPassage | undefined): boolean {
  return best !== undefined && wordsOf(ownHeading(best)).join(" ") === wordsOf(query).join(" ");
}

/** A question with "it" may refer to another sentence, unless the section is known to answer exactly this question. */
const meansTheSame = ({ query, passages: [best] }: FoundQuestion): boolean =>
  !mayPointBack(query) || best?.startsWithAnswer === true;

/** A message of more words tells a story around what it asks, and the story's words would be looked for too. */
const maxWords = 24;
/** Fewer words ask nothing without what stands around them, such as "Right?". */
const minWords = 4;
/** If there are more questions, only the first ones are answered, so that the answer stays short enough to be read. */
const maxQuestions = 3;
/** Of a message with more sentences, the first ones: each is taken apart into words. */
const maxSentences = 100;
/** A question that is looked for separately has at least this many words, and more if none of them is telling. */
const [minWordsAlone, minCommonWordsAlone] = [3, 5];

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

const begins =
  "is|are|am|does|do|did|can|could|may|will|would|has|have|must|should|what|how|who|why|where|when|which|" +
  "kann|können|ist|sind|hat|gibt|darf|muss|was|wie|wer|warum|wo|wann|welche|" +
  "est-ce|puis-je|quel|quelle|comment|combien|puedo|puede|hay|tiene|qué|cómo|cuánto|cuándo|dónde";
const asks = new RegExp(`^(?:(?:ok|okay|so|and|also|but|und)[,!.]? +)?(?:${begins})(?![\\p{L}'’])`, "iu");
const joint = new RegExp(`,? (?:and|und|et|y) (?=(?:${begins}) )`, "giu");
const endsAsking = /[?？؟][!)"'”»]*$/;

/** Words that refer to what was said before; "it" and "this" often mean whatever the site is about. */
const pointers = new Set(
  "that these those them they there one same das dies davon dafür damit dazu dort ça cela eso esto".split(
    " ",
  ),
);
const loosePointers = new Set("it its this es il elle".split(" "));

/**
 * The questions in a long message, in order, each after the sentence that it refers to with words such as "that". A short
 * message, or one without questions, is returned unchanged.
 */
export function questionsOf(message: string): string {
  if (wordsOf(message).length <= maxWords) return message;
  const all = sentencesOf(message);
  const isKept = (sentence: string, at: number): boolean => {
    const next = all[at + 1];
    return asksEnough(sentence) || (next !== undefined && asksEnough(next) && points(next, pointers));
  };
  return all.some(asksEnough) ? all.filter(isKept).join(" ") : message;
}

/** The questions that a message consists of, if it has more than one sentence or question. */
export interface SeparateQuestions {
  /** Each can be understood without the others. */
  readonly questions: readonly string[];
  /** Whether one of them is the message's only question, beside its statements. */
  readonly isOnly: boolean;
}

/** Splits a message into the questions that can be looked for separately. */
export function separateQuestions(message: string): SeparateQuestions {
  const parts = sentencesOf(message).flatMap(partsOf);
  const asking = parts.filter(isQuestion);
  if (parts.length < 2) return { questions: [], isOnly: false };
  return { questions: asking.filter(saysEnough).slice(0, maxQuestions), isOnly: asking.length === 1 };
}

/** Whether a question may refer to the sentences around it. */
const mayPointBack = (question: string): boolean => points(question, loosePointers);

/** Whether a sentence of a long message is a question that can be looked for. */
function asksEnough(sentence: string): boolean {
  return endsAsking.test(sentence) && wordsOf(sentence).length >= minWords;
}

function sentencesOf(message: string): readonly string[] {
  const found = sentences
    .segment(message)
    [Symbol.iterator]()
    .map(({ segment }) => segment.trim());
  return found.filter(Boolean).take(maxSentences).toArray();
}

/** "Is it free and can I sell it?" asks twice; "I pay and would like to know" does not. */
function partsOf(sentence: string): readonly string[] {
  return isQuestion(sentence) ? sentence.split(joint) : [sentence];
}

function isQuestion(sentence: string): boolean {
  return endsAsking.test(sentence) || asks.test(withoutGreeting(sentence));
}

function saysEnough(question: string): boolean {
  const min = keywordsOf(question).length > 0 ? minWordsAlone : minCommonWordsAlone;
  return wordsOf(question).length >= min && !points(question, pointers);
}

function points(question: string, words: ReadonlySet<string>): boolean {
  return wordsOf(question).some((word) => words.has(word));
}
