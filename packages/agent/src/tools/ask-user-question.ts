import type { ToolDescription } from "../agent.ts";

/**
 * The built-in tool with which a model asks the visitor. It is never run: the question ends the reply, and the
 * visitor's next message is the tool's result (docs/decisions.md, "Questions to the visitor").
 */
export const askUserQuestion = {
  name: "AskUserQuestion",
  title: "Asking you a question",
  description:
    "Asks the visitor one to four questions with options to choose from, and waits for the answer. " +
    "Use it only when the answer depends on something that only the visitor knows.",
  inputSchema: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            question: { type: "string", description: "The whole question" },
            header: { type: "string", description: "A label of at most 12 characters" },
            options: {
              type: "array",
              minItems: 2,
              maxItems: 4,
              items: {
                type: "object",
                properties: { label: { type: "string" }, description: { type: "string" } },
                required: ["label", "description"],
              },
            },
            multiSelect: { type: "boolean", description: "Whether several options may be chosen" },
          },
          required: ["question", "header", "options", "multiSelect"],
        },
      },
    },
    required: ["questions"],
  },
} as const satisfies ToolDescription & { readonly title: string };
