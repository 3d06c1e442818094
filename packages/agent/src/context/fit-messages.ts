import type { ModelMessage, Attachment } from "../agent.ts";
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

/** Tokens that an image takes, about: providers make large ones smaller. */
const imageTokens = 1_500;
/** Less of a text than this is not worth sending, in tokens. */
const minText = 50;
/** Replaces something that no longer fits. */
const leftOut = "(left out: the conversation has become too long)";
const cut = "\n(cut: too long)";

/** Tokens that an attachment takes of a model's context, about; its name is counted as twenty. */
function estimateAttachment(attachment: Attachment): number {
  return attachment.kind === "image" ? imageTokens : 20 + estimateTokens(attachment.text);
}

/** Keeps what visitors sent along within this many tokens: the newest whole, then one cut, the rest only by name. */
export function fitAttachments(messages: readonly ModelMessage[], tokens: number): readonly ModelMessage[] {
  let left = tokens;

  function fit(attachment: Attachment): Attachment {
    const fitting = fitOne(attachment, left);
    left = Math.max(0, left - estimateAttachment(fitting));
    return fitting;
  }

  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== "user" || !message.attachments) return message;
      return { ...message, attachments: message.attachments.toReversed().map(fit).toReversed() };
    })
    .toReversed();
}

function fitOne(attachment: Attachment, tokens: number): Attachment {
  if (estimateAttachment(attachment) <= tokens) return attachment;
  const { kind, name } = attachment;
  if (kind === "image" || tokens < minText) return { kind: "text", name, text: leftOut };
  const length = Math.max(0, (tokens - 20) * 4 - cut.length);
  return { kind, name, text: attachment.text.slice(0, length).toWellFormed() + cut };
}
