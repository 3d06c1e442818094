import { setTimeout } from "node:timers/promises";
import type { Model, ModelRequest, Said, ToolCall } from "../agent.ts";
import { answersFrom, choosePassages } from "./extractive/choose-passages.ts";
import { aboutTopic, meantPassages, namedPassage, whichTopic } from "./extractive/find-topics.ts";
import type { ReadPassage } from "./extractive/read-passages.ts";
import { readSituation, type Situation } from "./extractive/read-situation.ts";
import { sentences } from "./extractive/sentences.ts";
import { smallTalk } from "./extractive/small-talk.ts";
import { speakText, type Pace } from "./extractive/speak-text.ts";
import { tellResult } from "./extractive/tell-result.ts";
import { writeAnswer } from "./extractive/write-answer.ts";

/** Milliseconds between two pieces: fast to read along with, and slow enough to be seen as speech. */
const pieceMs = 15;

/** The longest query that `search_knowledge` takes, in UTF-16 units. */
const longestQuery = 500;

/**
 * An answerer without any model behind it: it searches the knowledge, quotes the best passages word for word with
 * their sources, asks back when a short question fits several topics, and says so when nothing fits. It says
 * nothing of its own but the few sentences in `extractive/sentences.ts`, so it cannot make anything up.
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

/** What to do now: use a tool, or say a text. */
function nextStep({ messages, tools }: ModelRequest): ToolUse | string {
  const told = tellResult(messages);
  if (told !== undefined) return told;
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const situation = readSituation(messages);
  const { question, query, found } = situation;
  if (found === undefined) {
    const reply = situation.topic === undefined ? smallTalk(question) : undefined;
    if (reply !== undefined) return reply;
    if (!has("search_knowledge")) return sentences.noKnowledge;
    return { name: "search_knowledge", input: { query: query.slice(0, longestQuery).toWellFormed() } };
  }
  if (found === "failed") return sentences.searchFailed;
  return answer(situation, { found, mayAsk: has("AskUserQuestion") });
}

function answer(
  { query, topic, asked }: Situation,
  { found, mayAsk }: { readonly found: readonly ReadPassage[]; readonly mayAsk: boolean },
): ToolUse | string {
  const named = topic === undefined ? namedPassage(query, found) : undefined;
  const passages = topic === undefined ? found : aboutTopic(found, topic);
  const fitting = passages.filter(({ score }) => score >= answersFrom);
  const meant = named ? [named] : meantPassages(query, fitting);
  const unclear = mayAsk && !asked ? whichTopic(meant) : undefined;
  if (unclear) return { name: "AskUserQuestion", input: { questions: [unclear] } };
  const choice = choosePassages(withFirst(meant[0], passages), query);
  return choice ? writeAnswer(choice, query) : sentences.nothingFound;
}

function withFirst(first: ReadPassage | undefined, passages: readonly ReadPassage[]): readonly ReadPassage[] {
  return first ? [first, ...passages.filter((passage) => passage !== first)] : passages;
}

function use(tool: ToolUse, { messages }: ModelRequest): Said {
  return {
    toolCalls: [{ id: newCallId(messages), ...tool }],
    finish: "tools",
    inputTokens: 0,
    outputTokens: 0,
  };
}

/** An id that no call in the conversation has. */
function newCallId(messages: ModelRequest["messages"]): string {
  const taken = new Set(
    messages.flatMap((message) =>
      message.role === "assistant" ? message.toolCalls.map(({ id }) => id) : [],
    ),
  );
  let number = taken.size + 1;
  while (taken.has(`extractive_${number}`)) number++;
  return `extractive_${number}`;
}
