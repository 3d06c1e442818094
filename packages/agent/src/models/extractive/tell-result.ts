import { asObject } from "@servicechat/contract";
import type { ModelMessage } from "../../agent.ts";
import { parseJson } from "../../parse-json.ts";
import { askUserQuestion } from "../../tools/ask-user-question.ts";
import { sentences } from "./sentences.ts";

type ToolMessage = Extract<ModelMessage, { role: "tool" }>;

/** How much of an answer is told, in fields and in characters of each. */
const maxFields = 12;
const maxLength = 300;

/**
 * What to say once a request that the visitor decided on has been made, or was not: this model asks for none itself.
 * `undefined` when the newest thing in the conversation is something else.
 */
export function tellResult(messages: readonly ModelMessage[]): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool" || last.name === "search_knowledge" || last.name === askUserQuestion.name)
    return undefined;
  if (last.failed) return last.result.startsWith("Not run") ? sentences.notSent : sentences.requestFailed;
  const lines = fieldsOf(last).map(([name, value]) => `- ${name}: ${value}`);
  return lines.length > 0 ? `${sentences.requestMade}\n\n${lines.join("\n")}` : sentences.requestMade;
}

/** What can be said in a line each: the plain values of an answer. */
function fieldsOf({ result }: ToolMessage): readonly (readonly [string, string])[] {
  const fields = asObject(asObject(parseJson(result))?.["body"]) ?? {};
  return Object.entries(fields)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .slice(0, maxFields)
    .map(([name, value]) => [oneLine(name), oneLine(String(value))] as const);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, maxLength).toWellFormed();
}
