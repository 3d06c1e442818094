import type { FoundPassage } from "../../knowledge-search.ts";
import { asObject } from "@servicechat/contract";
import { parseJson } from "../../parse-json.ts";

/** A passage in a search result. */
export interface ReadPassage extends FoundPassage {
  /** Of its source, by which it can be cited; `undefined` when the search gave none. */
  readonly number: number | undefined;
}

/** The passages in a result of `search_knowledge`; none when it is something else. */
export function readPassages(result: string): readonly ReadPassage[] {
  const { passages, readAs } = asObject(parseJson(result)) ?? {};
  const read = Array.isArray(passages) ? passages.map(readPassage) : [];
  return read
    .filter((passage) => passage !== undefined)
    .map((passage) => ({ ...passage, ...(typeof readAs === "string" && { readAs }) }));
}

function readPassage(value: unknown): ReadPassage | undefined {
  const { title, headings, text, url, score, number, startsWithAnswer, approved } = asObject(value) ?? {};
  const { id, verbatim } = asObject(approved) ?? {};
  if (typeof title !== "string" || typeof text !== "string" || text.trim() === "") return undefined;
  return {
    title,
    headings: Array.isArray(headings) ? headings.filter((heading) => typeof heading === "string") : [],
    text,
    url: typeof url === "string" ? url : null,
    score: typeof score === "number" ? score : 0,
    number: typeof number === "number" ? number : undefined,
    ...(startsWithAnswer === true && { startsWithAnswer }),
    ...(typeof id === "string" && { approved: { id, ...(verbatim === true && { verbatim }) } }),
  };
}
