import { setTimeout } from "node:timers/promises";
import type { ToolCall } from "@servicechat/contract";
import { detectLanguage } from "@servicechat/contract/language";
import type { DetectedLanguage } from "@servicechat/contract/language";
import type { Model, ModelMessage, ModelRequest, ModelResponse } from "../agent.ts";
import { aboutTopic, whichTopic } from "./find-topics.ts";
import { citing, searchKnowledge, type ReadPassage } from "../sources.ts";
import { readSituation, visitorLanguage } from "./read-situation.ts";
import type { Situation } from "./read-situation.ts";
import { otherLanguageNote, phrasesIn } from "./phrases/phrases.ts";
import { smallTalk } from "./small-talk.ts";
import { describeResult } from "./describe-result.ts";
import { chooseQuestions } from "./questions.ts";
import { answersFrom, writeAnswers } from "./write-answer.ts";
import { blocksOf, textOf } from "./cut-block.ts";
import type { Block } from "./cut-block.ts";
import { estimateTokens } from "../context/estimate-tokens.ts";

/** Milliseconds between two pieces: fast to read along with, and slow enough to be seen as speech. */
const pieceMs = 15;

/** The longest query that `search_knowledge` takes, in UTF-16 units. */
const maxQuery = 500;

/**
 * An answerer without any model behind it: it searches the knowledge, quotes the passage that answers word for word with
 * its source and links to sections nearby, asks back when one or two words fit several documents, and says so when
 * nothing fits. It says nothing itself but the few phrases in `phrases`, in the visitor's language, so it
 * cannot make anything up.
 */
export function createExtractiveModel({ pace = defaultPace }: { readonly pace?: Pace } = {}): Model {
  return {
    async speak(request, onText) {
      request.signal.throwIfAborted();
      const next = nextStep(request);
      return typeof next === "string" ? speakText(next, { request, onText, pace }) : use(next, request);
    },
  };
}

const defaultPace: Pace = (signal) => setTimeout(pieceMs, undefined, { signal });

type ToolUse = Omit<ToolCall, "id">;

/** The next step: use a tool, or write a text. */
function nextStep({ messages, tools }: ModelRequest): readonly ToolUse[] | string {
  const language = visitorLanguage(messages);
  const description = describeResult(messages, phrasesIn(language));
  if (description !== undefined) return description;
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const situation = readSituation(messages);
  const { question, query, separate, found } = situation;
  if (found === undefined) {
    const reply = situation.topic === undefined ? smallTalk(question, phrasesIn(language)) : undefined;
    if (reply !== undefined) return reply;
    if (!has(searchKnowledge)) return phrasesIn(language).noKnowledge;
    return [query, ...separate.questions].map((each) => ({
      name: searchKnowledge,
      input: { query: each.slice(0, maxQuery).toWellFormed() },
    }));
  }
  if (found === "failed") return phrasesIn(language).searchFailed;
  return answer(situation, { found, messages, mayAsk: has("AskUserQuestion") });
}

function answer(
  situation: Situation,
  {
    found,
    messages,
    mayAsk,
  }: {
    readonly found: readonly ReadPassage[];
    readonly messages: readonly ModelMessage[];
    readonly mayAsk: boolean;
  },
): readonly ToolUse[] | string {
  const { query, topic, asked } = situation;
  const [best] = found;
  if (best?.approved && best.score >= answersFrom) return citing(best.text, best.number);
  const documentation = languageOfPassages(found.map(({ text }) => text));
  const visitor = visitorLanguage(messages) ?? documentation;
  const phrases = phrasesIn(visitor);
  const passages = topic === undefined ? found : aboutTopic(found, topic);
  const fitting = passages.filter(({ score }) => score >= answersFrom);
  const unclear =
    mayAsk && topic === undefined && !asked ? whichTopic(query, { passages: fitting, phrases }) : undefined;
  if (unclear) return [{ name: "AskUserQuestion", input: { questions: [unclear] } }];

  const isAcross = visitor !== undefined && documentation !== undefined && visitor !== documentation;
  const material = { phrases, documentation, isAcross };
  const text = writeAnswers(chooseQuestions({ ...situation, query, found: passages }), material);
  if (!isAcross) return text;
  const note = otherLanguageNote(visitor, documentation);
  const isSaid = messages.some((message) => message.role === "assistant" && message.text.includes(note));
  return isSaid ? text : `${note}\n\n${text}`;
}

function use(tools: readonly ToolUse[], { messages }: ModelRequest): ModelResponse {
  const ids = newCallIds(messages);
  return {
    toolCalls: tools.map((tool) => ({ id: ids.next().value, ...tool })),
    finish: "tools",
    inputTokens: 0,
    outputTokens: 0,
  };
}

/** Ids that no call in the conversation has. */
function* newCallIds(messages: ModelRequest["messages"]): Generator<string, never> {
  const taken = new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [],
    ),
  );
  for (let number = taken.size + 1; ; number++) {
    const id = `extractive_${number}`;
    if (!taken.has(id)) yield id;
  }
}

/**
 * The language that most passages are written in; of equally many, the one that comes first. Only running text counts: a
 * table may well list names in all the languages of the world.
 */
function languageOfPassages(texts: readonly string[]): DetectedLanguage | undefined {
  const counts = new Map<DetectedLanguage, number>();
  for (const text of texts) {
    const language = detectLanguage(blocksOf(text).filter(isProse).map(textOf).join("\n"));
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [commonest] = [...counts].toSorted(([, one], [, other]) => other - one);
  return commonest?.[0] ?? detectLanguage(texts.join("\n"));
}

const isProse = ({ kind }: Block): boolean => kind !== "table" && kind !== "code";

/** Waits a little before the next piece; rejects when the signal is aborted. */
export interface Pace {
  (signal: AbortSignal): Promise<void>;
}

/** A few words, with the white space behind them. */
const piecePattern = /(?:(?<!\s)\s+)?(?:\S{1,80}\s*){1,3}/gu;

/**
 * Speaks a text in pieces of a few words, until its end or the output limit.
 *
 * @throws the signal's reason when it is aborted
 */
async function speakText(
  text: string,
  { request, onText, pace }: { request: ModelRequest; onText: (piece: string) => void; pace: Pace },
): Promise<ModelResponse> {
  let spoken = "";
  for (const piece of text.match(piecePattern) ?? []) {
    request.signal.throwIfAborted();
    if (estimateTokens(spoken + piece) > request.maxOutputTokens) return response(spoken, "length");
    if (spoken !== "") await pace(request.signal);
    request.signal.throwIfAborted();
    onText(piece);
    spoken += piece;
  }
  return response(spoken, "stop");
}

function response(text: string, finish: "stop" | "length"): ModelResponse {
  return { toolCalls: [], finish, inputTokens: 0, outputTokens: estimateTokens(text) };
}
