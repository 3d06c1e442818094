import type { ModelMessage } from "../agent.ts";

/** A visitor's message as a model reads it: after its labelled context. */
export function textWithContext({ text, context }: Extract<ModelMessage, { role: "user" }>): string {
  return context === undefined ? text : `${context}\n\n${text}`;
}
