import type { ModelMessage } from "../agent.ts";
import { estimateAttachment, fitAttachments, leftOut } from "./fit-attachments.ts";
import { estimateTokens } from "./estimate-tokens.ts";

/** Tokens that messages take, about. Each costs a few more than its text. */
export function estimateMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + 4 + estimateTokens(textOf(message)) + estimateFiles(message),
    0,
  );
}

function estimateFiles(message: ModelMessage): number {
  const attachments = (message.role === "user" && message.attachments) || [];
  return attachments.reduce((sum, attachment) => sum + estimateAttachment(attachment), 0);
}

/**
 * Keeps a conversation within this many tokens. Visitors' attachments get half of them, the newest first; then the
 * oldest turns are left out first, each whole, so that no tool result is ever without its call. The newest turn always
 * stays; if it alone is too long, its older tool results are left out, but never those of its last round.
 */
export function fitMessages(messages: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  const turns = splitTurns(fitAttachments(messages, Math.floor(tokens / 2)));
  const newest = turns.at(-1) ?? [];
  let taken = estimateMessages(newest);
  if (taken > tokens) return shortenResults(newest, tokens);
  let first = turns.length - 1;
  while (first > 0) {
    taken += estimateMessages(turns[first - 1] ?? []);
    if (taken > tokens) break;
    first--;
  }
  return turns.slice(first).flat();
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
      return (message.context ?? "") + message.text;
    case "assistant":
      return message.text + message.toolCalls.map((call) => call.name + JSON.stringify(call.input)).join("");
    case "tool":
      return (message.context ?? "") + message.result;
  }
}
