import { asObject, citedNumbers } from "@servicechat/contract";
import type { ModelMessage } from "./agent.ts";
import { cleanJson, parseJson } from "./json.ts";

/** The search that the agent needs: the best passages for a query, best first. */
export interface Search {
  (query: string, limit: number): Promise<readonly FoundPassage[]>;
}

/** A passage of the knowledge, as the agent is given it. */
export interface FoundPassage {
  /** Of the document. */
  readonly title: string;
  /** Headings from the document's title down. */
  readonly headings: readonly string[];
  /** Markdown. */
  readonly text: string;
  /** Absolute, with the fragment of the section; `null` when the document has no public address. */
  readonly url: string | null;
  /** From 0 to 1: how much of the question the passage covers. Below about 0.35 it is hardly an answer. */
  readonly score: number;
  /** Its section is known to answer nearly this question: its first sentence is the answer. */
  readonly startsWithAnswer?: true;
  /** The query with misspelt words corrected, if only that found it; the same for all passages of a search. */
  readonly readAs?: string;
  /**
   * It is an answer that people of the site have approved, with its id. `verbatim`: it is for this very question, and to be
   * given word for word.
   */
  readonly approved?: { readonly id: string; readonly verbatim?: true };
}

/** A passage with the number that its source is cited by: the same for all passages of one section. */
export interface NumberedPassage extends FoundPassage {
  readonly number: number;
}

/** A passage as it is read from a search result. */
export interface ReadPassage extends FoundPassage {
  /** `undefined` if the result has none, so that it cannot be cited by one. */
  readonly number: number | undefined;
}

/** A search of the knowledge that a reply made, before it is known which passages the reply cites. */
export interface DoneSearch {
  readonly callId: string;
  readonly query: string;
  /** Best first; none when the search failed. */
  readonly passages: readonly NumberedPassage[];
}

/** A search of the knowledge that a reply made. */
export interface KnowledgeSearch extends DoneSearch {
  /** `cited`: the reply names it as a source. */
  readonly passages: readonly (NumberedPassage & { readonly cited: boolean })[];
}

/** The name of the tool that searches the knowledge. */
export const searchKnowledge = "search_knowledge";

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
  const passages = messages.flatMap((message) =>
    message.role === "tool" && message.name === searchKnowledge && !message.failed
      ? readPassages(message.result)
      : [],
  );
  return new Map(
    passages.flatMap((passage) => (passage.number === undefined ? [] : [[keyOf(passage), passage.number]])),
  );
}

/** The passages in a result of `search_knowledge`; none if it is something else. */
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
  if (typeof title !== "string" || typeof text !== "string") return undefined;
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

/** A text in Markdown, followed by the number of its source. */
export function citing(text: string, number: number | undefined): string {
  if (number === undefined) return text;
  const lastLine = text.slice(text.lastIndexOf("\n") + 1);
  // After a table, code or a formula, the number would belong to that.
  return isProse(lastLine) ? `${text} [${number}]` : `${text}\n\n[${number}]`;
}

/** Whether a line of Markdown is neither of a table nor of code or a formula. */
export const isProse = (line: string): boolean => !/^\s*(?:\||`{3}|~{3}|\$\$)/.test(line);

/** Marks the passages that a reply cites, by their numbers, as models are instructed to, or by their addresses. */
export function markCited(searches: readonly DoneSearch[], reply: string): readonly KnowledgeSearch[] {
  const numbers = citedNumbers(reply);
  const isCited = ({ number, url }: NumberedPassage) =>
    numbers.has(number) || (url !== null && reply.includes(url));
  return searches.map((search) => ({
    ...search,
    passages: search.passages.map((passage) => ({ ...passage, cited: isCited(passage) })),
  }));
}
