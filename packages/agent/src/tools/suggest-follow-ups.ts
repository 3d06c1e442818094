import { followUpsTool } from "@servicechat/contract/agent-file";
import type { Said, ToolCall, ToolDescription } from "../agent.ts";
import { readFollowUps } from "./read-follow-ups.ts";

/**
 * The built-in tool with which a model says what the visitor may want to ask next. It is never run, shown as a tool's use
 * or answered, and a reply that has been said ends with it, without asking the model again. So the call stands in no
 * conversation that a model reads: some providers refuse a visitor's message directly after a tool's result.
 */
export const suggestFollowUps = {
  name: followUpsTool,
  description:
    "Offers the visitor questions to ask you next, as buttons below your answer. Call it once, in the same turn as your " +
    "answer and after its text, which it ends: nothing can be said after it.",
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "string",
          minLength: 1,
          maxLength: 80,
          description:
            "A question in the visitor's words and language, plain text, as short as a button asks for",
        },
      },
    },
    required: ["questions"],
  },
} as const satisfies ToolDescription;

/** Parts the calls of one round: suggestions are not to be used. */
export function partSuggestions(wanted: readonly ToolCall[]): {
  readonly others: readonly ToolCall[];
  readonly suggestions: readonly ToolCall[];
} {
  const suggestions = wanted.filter(({ name }) => name === suggestFollowUps.name);
  return { others: wanted.filter((call) => !suggestions.includes(call)), suggestions };
}

/**
 * Whether the output limit was met while nothing but a suggestion was being written: the answer above it is whole. A
 * suggestion that is complete does not tell what was cut after it.
 */
export function isCutSuggestion({ finish, toolCalls }: Said): boolean {
  const isHalf = toolCalls.length > 0 && readFollowUps(toolCalls.at(-1)?.input) === undefined;
  return finish === "length" && isHalf && partSuggestions(toolCalls).others.length === 0;
}

/** The follow-ups of the last suggestion that holds any; `undefined` when none does. */
export function newestFollowUps(suggestions: readonly ToolCall[]): readonly string[] | undefined {
  return suggestions.map(({ input }) => readFollowUps(input)).findLast((questions) => questions);
}
