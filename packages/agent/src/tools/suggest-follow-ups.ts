import { followUpsTool } from "@servicechat/contract/agent-file";
import type { ToolDescription } from "../agent.ts";
import type { ToolReport } from "./run-tool.ts";
import { readFollowUps } from "./read-follow-ups.ts";

/**
 * The built-in tool with which a model says what the visitor may want to ask next. It is never run and never shown as a
 * tool's use: a reply that has been said ends with this call, without asking the model again.
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

/** What came of a call: the questions, if its input holds any, and what the model is told. */
export function takeFollowUps(input: unknown): {
  readonly questions: readonly string[] | undefined;
  readonly report: ToolReport;
} {
  const questions = readFollowUps(input);
  return {
    questions,
    report: questions
      ? { result: "Kept: the visitor is shown them below your answer.", failed: false }
      : { result: "Not kept: the input holds no short question.", failed: true },
  };
}
