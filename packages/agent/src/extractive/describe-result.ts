import { asObject } from "@servicechat/contract";
import type { ModelMessage, ToolMessage } from "../agent.ts";
import { parseJson } from "../json.ts";
import { askUserQuestion } from "../tools/ask-user-question.ts";
import type { Phrases } from "./phrases/phrases.ts";
import { searchKnowledge } from "../sources.ts";

/** Where a back end says in a sentence what came of a request; the second as problem details do (RFC 9457). */
const sentenceFields = ["message", "detail"];
/** How much of an answer is repeated, in fields and in characters of each. */
const maxFields = 12;
const maxLength = 300;

/**
 * The text after a request that the visitor decided on has been made, or was not: this model asks for none itself.
 * `undefined` if the newest message is something else.
 */
export function describeResult(messages: readonly ModelMessage[], phrases: Phrases): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool" || last.name === searchKnowledge || last.name === askUserQuestion.name)
    return undefined;
  const body = bodyOf(last);
  const sentence = sentenceOf(body);
  if (last.failed)
    return last.result.startsWith("Not run") ? phrases.notSent : (sentence ?? phrases.requestFailed);
  const lines = fieldsOf(body).map(([name, value]) => `- ${name}: ${value}`);
  return [sentence ?? phrases.requestMade, ...(lines.length > 0 ? [lines.join("\n")] : [])].join("\n\n");
}

type Body = Readonly<Record<string, unknown>>;

/** The back end's response, even if it refused: then its response is at the end of the result. */
function bodyOf({ result, failed }: ToolMessage): Body {
  const json = failed ? result.slice(Math.max(0, result.indexOf("{"))) : result;
  return asObject(asObject(parseJson(json))?.["body"]) ?? {};
}

/** The back end's own sentence about it. */
function sentenceOf(body: Body): string | undefined {
  const texts = sentenceFields.map((name) => body[name]).filter((value) => typeof value === "string");
  return texts.map(oneLine).find((text) => text.trim() !== "");
}

/** Fields that fit on one line each: plain values, and lists of them. */
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
