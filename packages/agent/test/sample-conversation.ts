import type { ModelMessage } from "../src/index.ts";

/** A call of a tool, as a model asks for it. */
export const call = { id: "c1", name: "search_knowledge", input: { query: "hours" } };
const result = { role: "tool", callId: "c1", name: "search_knowledge", result: "{}", failed: false } as const;

/** A question, a round with that tool, an answer, and the next question. */
export const conversation: readonly ModelMessage[] = [
  { role: "user", text: "Hours?" },
  { role: "assistant", text: "", toolCalls: [call] },
  result,
  { role: "assistant", text: "Nine to five.", toolCalls: [] },
  { role: "user", text: "And on Sunday?" },
];
