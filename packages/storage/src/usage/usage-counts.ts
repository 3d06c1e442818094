import type { ReplyFacts } from "./reply-facts.ts";

/** An hour, in milliseconds. */
export const hourMs = 3_600_000;

/** The first moment of the hour of a moment. */
export function hourOf(at: number): number {
  return at - (at % hourMs);
}

/** Amounts by name, of one hour, agent and key. */
type Counts = Readonly<Record<string, number>>;

/** Of times to the first text: bucket n holds those around `base ** n` milliseconds. */
const base = 1.1;

/** The name under which a time to the first text is counted: its bucket is at most a tenth wide. */
function firstTextName(milliseconds: number): string {
  return `first_text.${Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(base))}`;
}

/** The time that a bucket stands for, in milliseconds. */
export function millisecondsOf(bucket: number): number {
  return Math.round(base ** bucket);
}

/** Names of tools and models come from agent files and models; a longer one is cut. */
const maxNameLength = 100;

/** Tokens as they are priced: those that went in, those that came out, and of the former those that were cached. */
export type TokenKind = "in" | "out" | "cached";

/** The name under which tokens of a model are counted. */
function modelTokensName(kind: TokenKind, model: string): string {
  return `model.${kind}.${countedModel(model)}`;
}

/** A model as it is called in counts. */
export function countedModel(model: string): string {
  return model.slice(0, maxNameLength);
}

/** A reply's additions to the counts of its hour, its agent and its key, without messages and chats. */
export function countsOf(facts: ReplyFacts): Counts {
  const counts: Record<string, number> = {};
  const add = (name: string, amount = 1): void => {
    if (amount !== 0) counts[name] = (counts[name] ?? 0) + amount;
  };
  add("tokens.in", facts.inputTokens);
  add("tokens.out", facts.outputTokens);
  add("tokens.cached", facts.cachedTokens);
  add(modelTokensName("in", facts.model), facts.inputTokens);
  add(modelTokensName("out", facts.model), facts.outputTokens);
  add(modelTokensName("cached", facts.model), facts.cachedTokens);
  if (facts.firstTextMs !== null) add(firstTextName(facts.firstTextMs));
  if (facts.language !== null) add(`language.${facts.language}`);
  for (const { name, status } of facts.details.tools)
    add(`${status === "failed" ? "tool_failed" : "tool"}.${name.slice(0, maxNameLength)}`);
  return counts;
}

/** The same with its message, those of its turn and the chat that it begins: left to a person, they count with the chat. */
export function countsOfReply(
  facts: ReplyFacts,
  {
    author,
    turn,
    messages,
  }: { readonly author: string | null; readonly turn: number; readonly messages: number },
): Counts {
  if (author !== null) return countsOf(facts);
  const own = { "messages.agent": 1, "messages.visitor": messages, chats: turn === 1 ? 1 : 0 };
  return { ...countsOf(facts), ...own };
}

/** Columns of `reply_facts` and `replies` that are made from a reply's facts, as both databases write them. */
export function factColumns(facts: ReplyFacts) {
  const { searches, tools, user } = facts.details;
  const scores = searches.flatMap(({ passages }) => passages.map(({ score }) => score));
  const failed = tools.filter(({ status }) => status === "failed").length;
  const isEmpty = searches.length + tools.length === 0 && user === undefined;
  return {
    bestScore: searches.length === 0 ? null : Math.round(1000 * Math.max(0, ...scores)),
    marks: JSON.stringify(facts.marks),
    toolsOk: tools.length - failed,
    toolsFailed: failed,
    details: isEmpty ? null : JSON.stringify(facts.details),
  };
}
