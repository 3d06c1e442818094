import { asObject } from "@servicechat/contract";
import { cutOffError } from "./provider-error.ts";
import type { ModelResponse } from "../agent.ts";

/** The JSON object of an event. @throws ModelError `reply_cut` for anything else */
export function parseEvent(data: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    throw cutOffError("an event is not JSON");
  }
  const fields = asObject(value);
  if (!fields) throw cutOffError("an event is not an object");
  return fields;
}

/** The value if it is a string, else an empty one: providers leave fields out, or fill them with null. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * The text of a piece; empty where a provider left it out, or filled it with null.
 *
 * @throws ModelError `reply_cut` for anything else: if it were skipped, the answer would silently lack a piece
 */
export function pieceOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  throw cutOffError("a piece of text is not a string");
}

/** A count that a provider sent, of tokens for instance; 0 when it sent none. */
export const countOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/**
 * How a response ended, by the reason that a provider gives. There are many words for the same: those of the APIs, and
 * those that gateways pass on from the providers behind them.
 */
export function finishOf(reason: string, hasCalls: boolean): ModelResponse["finish"] {
  if (/filter|safety|refus|prohibit|blocklist|recitation|spii|guardrail|moderation|sensitive/i.test(reason))
    return "declined";
  if (/length|max_?(?:output_?|completion_?)?tokens|context_window|token_limit/i.test(reason))
    return "length";
  return hasCalls ? "tools" : "stop"; // some servers say "stop" after tool calls
}
