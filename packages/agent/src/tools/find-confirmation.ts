import { cleanText } from "@servicechat/contract";
import type { ConfirmField, ConfirmRequest } from "@servicechat/contract";
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
  const { request, fields, body, ...rest } = asked;
  return {
    ...rest,
    request: visible(request),
    ...(fields && { fields: fields.map(visibleField) }),
    ...(body !== undefined && { body: visible(body) }),
  };
}

/** Whether the visitor has agreed to this very request, whatever it was called. */
export function isAgreed(request: ConfirmRequest, confirmed: ConfirmRequest | undefined): boolean {
  return confirmed !== undefined && sent(confirmed) === sent(request);
}

/** What a request sends, to compare. */
const sent = ({ request, headers, body }: ConfirmRequest): string => JSON.stringify([request, headers, body]);

function visibleField({ label, value, ...rest }: ConfirmField): ConfirmField {
  const shown = <Value>(each: Value): Value | string => (typeof each === "string" ? visible(each) : each);
  return { label: visible(label), value: Array.isArray(value) ? value.map(shown) : shown(value), ...rest };
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
