import { asObject } from "@servicechat/contract";
import type { ModelMessage, ToolMessage } from "../../agent.ts";
import { parseJson } from "../../parse-json.ts";
import { askUserQuestion } from "../../tools/ask-user-question.ts";
import type { Sentences } from "./sentences/sentences.ts";

/** Where a back end says in a sentence what came of a request; the second as problem details do (RFC 9457). */
const sentenceFields = ["message", "detail"];
/** How much of an answer is told, in fields and in characters of each. */
const maxFields = 12;
const maxLength = 300;

/**
 * What to say once a request that the visitor decided on has been made, or was not: this model asks for none itself.
 * `undefined` when the newest thing in the conversation is something else.
 */
export function describeResult(messages: readonly ModelMessage[], sentences: Sentences): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool" || last.name === "search_knowledge" || last.name === askUserQuestion.name)
    return undefined;
  const body = bodyOf(last);
  const sentence = sentenceOf(body);
  if (last.failed)
    return last.result.startsWith("Not run") ? sentences.notSent : (sentence ?? sentences.requestFailed);
  const lines = fieldsOf(body).map(([name, value]) => `- ${name}: ${value}`);
  return [sentence ?? sentences.requestMade, ...(lines.length > 0 ? [lines.join("\n")] : [])].join("\n\n");
}

type Body = Readonly<Record<string, unknown>>;

/** What the back end answered, also where it refused: then its answer stands at the end of what the model is told. */
function bodyOf({ result, failed }: ToolMessage): Body {
  const json = failed ? result.slice(Math.max(0, result.indexOf("{"))) : result;
  return asObject(asObject(parseJson(json))?.["body"]) ?? {};
}

/** What the back end says of it itself. */
function sentenceOf(body: Body): string | undefined {
  const texts = sentenceFields.map((name) => body[name]).filter((value) => typeof value === "string");
  return texts.map(oneLine).find((text) => text.trim() !== "");
}

/** What can be said in a line each: plain values, and lists of them. */
function fieldsOf(body: Body): readonly (readonly [string, string])[] {
  return Object.entries(body)
    .filter(([name]) => !sentenceFields.includes(name))
    .map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const)
    .filter(([, values]) => values.length > 0 && values.every(isPlain))
    .slice(0, maxFields)
    .map(([name, values]) => [oneLine(readable(name)), oneLine(values.join("; "))] as const);
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** The name of a field as people write it: `orderNumber` and `order_number` as "Order number". */
function readable(name: string): string {
  const words = name.replaceAll(
    /([\p{Ll}\d])(\p{Lu})/gu,
    (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
  );
  const spaced = words.replaceAll(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, maxLength).toWellFormed();
}
