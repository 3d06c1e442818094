import type { ModelMessage } from "./agent.ts";

/** What stands in place of a tool result that no longer fits. */
const leftOut = "(left out: the conversation has become too long)";

/**
 * Tokens that text takes, about: 4 characters each. Right within a third for European languages; Chinese, Japanese
 * and Korean take more, and there the provider's own refusal makes the agent send less.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Tokens that messages take, about. Each costs a few more than its text. */
export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + 4 + estimateTokens(textOf(message)), 0);
}

/**
 * Keeps a conversation within so many tokens: the oldest turns are left out first, each whole, so that no tool result
 * ever stands without its call. The newest turn always stays; if it is too long by itself, its older tool results
 * are left out, but never those of its last round.
 */
export function fitMessages(messages: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  const turns = splitTurns(messages);
  const newest = turns.at(-1) ?? [];
  let kept: readonly ModelMessage[] = newest;
  for (const turn of turns.slice(0, -1).reverse()) {
    if (estimateMessages(turn) + estimateMessages(kept) > tokens) break;
    kept = [...turn, ...kept];
  }
  return estimateMessages(kept) > tokens ? shortenResults(kept, tokens) : kept;
}

/** A turn is a visitor's message and all that followed it. */
function splitTurns(messages: readonly ModelMessage[]): ModelMessage[][] {
  const turns: ModelMessage[][] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (turn && message.role !== "user") turn.push(message);
    else turns.push([message]);
  }
  return turns;
}

function shortenResults(turn: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  const lastRound = turn.findLastIndex((message) => message.role === "assistant");
  const shortened = [...turn];
  for (const [index, message] of turn.entries()) {
    if (index >= lastRound || estimateMessages(shortened) <= tokens) break;
    if (message.role === "tool") shortened[index] = { ...message, result: leftOut };
  }
  return shortened;
}

function textOf(message: ModelMessage): string {
  switch (message.role) {
    case "user":
      return message.text;
    case "assistant":
      return message.text + message.toolCalls.map((call) => call.name + JSON.stringify(call.input)).join("");
    case "tool":
      return message.result;
  }
}
