import { cleanText } from "@servicechat/contract";
import type { ConfirmRequest } from "@servicechat/contract";
import type { Tool, ToolCall } from "../agent.ts";
import { findInputFault } from "./find-input-fault.ts";

/**
 * The request that the visitor must agree to before this call runs; `undefined` when it needs no consent, and when its
 * input does not fit: then it is not run either.
 *
 * @throws what the tool throws for an input that it cannot make a request of
 */
export function findConfirmation(tool: Tool, { input }: ToolCall): ConfirmRequest | undefined {
  if (!tool.confirm || findInputFault(tool.inputSchema, input) !== undefined) return undefined;
  const asked = tool.confirm(input);
  if (!asked) return undefined;
  const { title, request, body } = asked;
  return { title, request: visible(request), ...(body !== undefined && { body: visible(body) }) };
}

/** Whether the visitor has agreed to this very request, whatever it was called. */
export function isAgreed(request: ConfirmRequest, confirmed: ConfirmRequest | undefined): boolean {
  return confirmed?.request === request.request && confirmed.body === request.body;
}

/**
 * Text in which nothing is hidden: what a screen would take out is written as JSON escapes. Someone who agrees must see
 * all that is sent.
 */
function visible(text: string): string {
  return cleanText(text) === text ? text : text.toWellFormed().replaceAll(unseen, escaped);
}

const unseen = /[\u{E0000}-\u{E007F}\u202A-\u202E]/gu;

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
