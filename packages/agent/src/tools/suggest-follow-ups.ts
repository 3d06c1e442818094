import { followUpsTool } from "@servicechat/contract/agent-file";
import type { ToolDescription } from "../agent.ts";

/**
 * The built-in tool with which a model suggests the visitor's next questions. It is never run, shown as a tool's use or
 * answered, and a completed reply ends with it, without another call of the model. So the call is in no conversation
 * that a model reads: some providers refuse a visitor's message directly after a tool's result.
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
