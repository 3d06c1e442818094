import type { ModelResponse } from "../agent.ts";

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
