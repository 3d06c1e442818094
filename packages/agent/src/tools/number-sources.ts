import type { ModelMessage } from "../agent.ts";
import type { FoundPassage } from "../knowledge-search.ts";
import { asObject } from "@servicechat/contract";
import { cleanJson } from "../clean-json.ts";
import { parseJson } from "../parse-json.ts";

/** Identifies a source: passages of one section of one document share its number. */
type Source = Pick<FoundPassage, "title" | "headings" | "url">;

/** The number that a source is cited by, from 1. */
export type NumberOf = (source: Source) => number;

/**
 * Numbers the sources of one conversation. A source keeps the number that it got in an earlier search, of this reply or
 * one before, as long as the model still sees it; a new one gets the next. So `[2]` never means two things at once.
 */
export function createSourceNumbers(messages: readonly ModelMessage[]): NumberOf {
  let known: Map<string, number> | undefined;
  return (source) => {
    known ??= numbersIn(messages);
    const key = keyOf(source);
    const number = known.get(key) ?? Math.max(0, ...known.values()) + 1;
    known.set(key, number);
    return number;
  };
}

const keyOf = ({ title, headings, url }: Source): string => cleanJson([title, headings, url]);

function numbersIn(messages: readonly ModelMessage[]): Map<string, number> {
  const results = messages.filter(
    (message) => message.role === "tool" && message.name === "search_knowledge" && !message.failed,
  );
  return new Map(results.flatMap((message) => (message.role === "tool" ? pairsIn(message.result) : [])));
}

function pairsIn(result: string): readonly (readonly [string, number])[] {
  const passages = asObject(parseJson(result))?.["passages"];
  if (!Array.isArray(passages)) return [];
  return passages.flatMap((passage) => {
    const { number, title, headings, url } = asObject(passage) ?? {};
    if (typeof number !== "number" || typeof title !== "string" || !Array.isArray(headings)) return [];
    return [[keyOf({ title, headings, url: typeof url === "string" ? url : null }), number] as const];
  });
}
