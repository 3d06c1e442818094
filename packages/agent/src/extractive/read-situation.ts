import { asObject } from "@servicechat/contract";
import { detectLanguage, wordsOf } from "@servicechat/contract/language";
import type { DetectedLanguage } from "@servicechat/contract/language";
import type { ModelMessage, ToolMessage } from "../agent.ts";
import { parseJson } from "../json.ts";
import { readPassages, searchKnowledge, type ReadPassage } from "../sources.ts";
import { countMatches, keywordsOf } from "./keywords.ts";
import { questionsOf, separateQuestions } from "./questions.ts";
import type { SeparateQuestions } from "./questions.ts";

/** Where a conversation stands, as far as the extractive model needs to know. */
export interface Situation {
  /** The visitor's question. */
  readonly question: string;
  /** The search query: the question, with the previous one if it says too little alone, and the chosen topic. */
  readonly query: string;
  /** The topic the visitor chose when asked back. */
  readonly topic: string | undefined;
  /** Whether the visitor was asked back already: once is enough. */
  readonly asked: boolean;
  /** The results of the newest search for this question; `undefined` before it. */
  readonly found: readonly ReadPassage[] | "failed" | undefined;
  /** The questions of the message that are looked for one by one, beside `query`. */
  readonly separate: SeparateQuestions;
  /** What was found for each of those, once they were looked for. */
  readonly foundAlone: readonly (readonly ReadPassage[])[];
}

const together: Pick<Situation, "separate" | "foundAlone"> = {
  separate: { questions: [], isOnly: false },
  foundAlone: [],
};

/** The language that the visitor writes in: of the newest message in which it is recognised. */
export function visitorLanguage(messages: readonly ModelMessage[]): DetectedLanguage | undefined {
  const texts = messages.filter(({ role }) => role === "user").map(textOf);
  return texts
    .toReversed()
    .map(detectLanguage)
    .find((language) => language !== undefined);
}

/** Reads a conversation from its newest message of the visitor on. */
export function readSituation(messages: readonly ModelMessage[]): Situation {
  const start = messages.findLastIndex((message) => message.role === "user");
  const turn = messages.slice(Math.max(start, 0));
  const opening = textOf(turn[0]);
  const asked = turn.findLastIndex(
    (message) => message.role === "tool" && message.name === "AskUserQuestion",
  );
  const asking = questionsOf(opening);
  // "Can I return it?" says nothing without the story before it.
  const question = inContext(isOfStory(asking) ? opening : asking, messages.slice(0, Math.max(start, 0)));
  const [found, ...foundAlone] = newestSearches(turn.slice(asked + 1));
  if (asked < 0) {
    const { questions, isOnly } = separateQuestions(opening);
    const separate = { questions: questions.filter((each) => each !== question), isOnly };
    return {
      question: opening,
      query: question,
      topic: undefined,
      asked: false,
      found,
      separate,
      foundAlone: foundAlone.map((each) => (each === "failed" ? [] : each)),
    };
  }

  const answer = readAnswer(turn[asked]);
  if (answer === undefined) {
    const before = newestSearches(turn)[0];
    return { question: opening, query: question, topic: undefined, asked: true, found: before, ...together };
  }
  const topic = answer.isTopic ? answer.text : offeredTopic(answer.text, turn);
  if (topic !== undefined) {
    return { question: opening, query: `${question} ${topic}`, topic, asked: true, found, ...together };
  }
  // Text beside the options that names none of them is a separate message.
  return { question: answer.text, query: answer.text, topic: undefined, asked: true, found, ...together };
}

/** The option that a few typed words mean: the only one that has any of them. */
function offeredTopic(text: string, turn: readonly ModelMessage[]): string | undefined {
  const words = keywordsOf(text);
  const named = offeredLabels(turn).filter((label) => countMatches(label, words) > 0);
  return words.length > 0 && words.length <= maxWordsOfChoice && named.length === 1 ? named[0] : undefined;
}

function offeredLabels(turn: readonly ModelMessage[]): readonly string[] {
  const calls = turn.flatMap((message) => (message.role === "assistant" ? message.toolCalls : []));
  const asking = calls.findLast(({ name }) => name === "AskUserQuestion");
  const questions = asObject(asking?.input)?.["questions"];
  return (Array.isArray(questions) ? questions : [])
    .flatMap((question) => asObject(question)?.["options"] ?? [])
    .map((option) => asObject(option)?.["label"])
    .filter((label) => typeof label === "string");
}

function textOf(message: ModelMessage | undefined): string {
  return message?.role === "user" ? message.text.trim() : "";
}

/** The results of the searches that were made last, together, in the order of their calls. */
function newestSearches(messages: readonly ModelMessage[]): readonly NonNullable<Situation["found"]>[] {
  const searches = messages.filter(
    (message): message is ToolMessage => message.role === "tool" && message.name === searchKnowledge,
  );
  const calling = messages.findLast(
    (message) =>
      message.role === "assistant" && message.toolCalls.some(({ id }) => searches.at(-1)?.callId === id),
  );
  const ids = calling?.role === "assistant" ? calling.toolCalls.map(({ id }) => id) : [];
  const made = ids.flatMap((id) => searches.findLast(({ callId }) => callId === id) ?? []);
  return (made.length > 0 ? made : searches.slice(-1)).map(({ failed, result }) =>
    failed ? "failed" : readPassages(result).filter(({ text }) => text.trim() !== ""),
  );
}

/** The visitor's answer: an option, or plain words; `undefined` if the question was skipped. */
function readAnswer(
  message: ModelMessage | undefined,
): { readonly text: string; readonly isTopic: boolean } | undefined {
  if (message?.role !== "tool" || message.failed) return undefined;
  const { answers, text } = fieldsOf(message.result);
  if (typeof text === "string" && text.trim()) return { text: text.trim(), isTopic: false };
  const chosen = Object.values(asObject(answers) ?? {})
    .flat()
    .filter((answer) => typeof answer === "string")
    .join(" ")
    .trim();
  return chosen ? { text: chosen, isTopic: true } : undefined;
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  return asObject(parseJson(json)) ?? { text: json };
}

/** Somebody who types more telling words than this does not choose, but asks. */
const maxWordsOfChoice = 3;

const pointsBack = new Set(
  "it its that this they them those these there one es das dies davon dafür damit dazu dort sie ihn il elle ça cela eso esto".split(
    " ",
  ),
);
const maxWordsOfStory = 5;
const goesOn = /^(?:and|or|but|also|what about|how about|why|und|oder|aber|et|y|e)\b/i;

/** A short question that refers back, such as "Can I return it?", needs what precedes it. */
const isOfStory = (question: string): boolean =>
  wordsOf(question).length <= maxWordsOfStory && saysTooLittle(question);

/** Whether a question says too little alone. */
const saysTooLittle = (question: string): boolean => {
  const telling = keywordsOf(question).length;
  return (
    telling === 0 ||
    (telling <= 2 && (goesOn.test(question) || wordsOf(question).some((word) => pointsBack.has(word))))
  );
};

/** A question that says too little alone, together with the newest one before it that says enough. */
function inContext(question: string, before: readonly ModelMessage[]): string {
  if (!saysTooLittle(question)) return question;
  const previous = before.findLast(
    (message) => message.role === "user" && keywordsOf(message.text).length > 0,
  );
  return `${questionsOf(textOf(previous))} ${question}`.trim();
}
