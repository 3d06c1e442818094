import type { ToolCall } from "@servicechat/contract";
import { setTimeout } from "node:timers/promises";
import type { Model, ModelMessage, ModelRequest, ModelResponse } from "../agent.ts";
import { aboutTopic, whichTopic } from "./extractive/find-topics.ts";
import { languageOfPassages } from "./extractive/language-of-passages.ts";
import type { ReadPassage } from "./extractive/read-passages.ts";
import { readSituation, visitorLanguage, type Situation } from "./extractive/read-situation.ts";
import { otherLanguageNote, phrasesIn } from "./extractive/phrases/phrases.ts";
import { smallTalk } from "./extractive/small-talk.ts";
import { speakText, type Pace } from "./extractive/speak-text.ts";
import { describeResult } from "./extractive/describe-result.ts";
import { chooseQuestions } from "./extractive/choose-questions.ts";
import { answersFrom, citing, writeAnswers } from "./extractive/write-answer.ts";

/** Milliseconds between two pieces: fast to read along with, and slow enough to be seen as speech. */
const pieceMs = 15;

/** The longest query that `search_knowledge` takes, in UTF-16 units. */
const maxQuery = 500;

/**
 * An answerer without any model behind it: it searches the knowledge, quotes the passage that answers word for word with
 * its source and links to sections nearby, asks back when one or two words fit several documents, and says so when
 * nothing fits. It says nothing itself but the few phrases in `extractive/phrases`, in the visitor's language, so it
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
  const told = describeResult(messages, phrasesIn(language));
  if (told !== undefined) return told;
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const situation = readSituation(messages);
  const { question, query, separate, found } = situation;
  if (found === undefined) {
    const reply = situation.topic === undefined ? smallTalk(question, phrasesIn(language)) : undefined;
    if (reply !== undefined) return reply;
    if (!has("search_knowledge")) return phrasesIn(language).noKnowledge;
    return [query, ...separate.questions].map((each) => ({
      name: "search_knowledge",
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
