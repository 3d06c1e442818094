import type { ModelMessage } from "../agent.ts";

/** What a visitor said, as a model reads it: after what came along with it, which has a label of its own. */
export function textWithContext({ text, context }: Extract<ModelMessage, { role: "user" }>): string {
  return context === undefined ? text : `${context}\n\n${text}`;
}
