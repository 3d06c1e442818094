import { cleanText, exactText, type ToolCall } from "@servicechat/contract";
import type { ConfirmField, ConfirmHeader, ConfirmRequest } from "@servicechat/contract";
import type { Tool } from "../agent.ts";
import { findInputIssue } from "./find-input-issue.ts";

/**
 * The request that the visitor must agree to before this call runs; `undefined` when it needs no consent, and when its
 * input does not fit: then it is not run either.
 *
 * @throws what the tool throws for an input that it cannot make a request of
 */
export function findConfirmation(tool: Tool, { input }: ToolCall): ConfirmRequest | undefined {
  if (!tool.confirm || findInputIssue(tool.inputSchema, input) !== undefined) return undefined;
  const asked = tool.confirm(input);
  if (!asked) return undefined;
  const { request, fields, headers, body, ...rest } = asked;
  return {
    ...rest,
    request: exactText(request),
    ...(fields && { fields: fields.map(exactField) }),
    ...(headers && { headers: headers.map(exactHeader) }),
    ...(body !== undefined && { body: exactText(body) }),
  };
}

/** Whether the visitor has agreed to this very request, whatever it was called. */
export function isAgreed(request: ConfirmRequest, confirmed: ConfirmRequest | undefined): boolean {
  return confirmed !== undefined && sent(confirmed) === sent(request);
}

/** The content of a request, for comparison. */
const sent = ({ request, headers, body }: ConfirmRequest): string => JSON.stringify([request, headers, body]);

function exactField({ label, value, ...rest }: ConfirmField): ConfirmField {
  const shown = <Value>(each: Value): Value | string => (typeof each === "string" ? exactText(each) : each);
  return { label: cleanText(label), value: Array.isArray(value) ? value.map(shown) : shown(value), ...rest };
}

function exactHeader({ name, value }: ConfirmHeader): ConfirmHeader {
  return { name, ...(value !== undefined && { value: exactText(value) }) };
}
