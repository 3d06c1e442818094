import type { ModelMessage, ToolCall } from "../agent.ts";
import { readPassages } from "../models/extractive/read-passages.ts";
import { citing } from "../models/extractive/write-answer.ts";
import { searchKnowledge } from "../tools/search-knowledge.ts";

/** The question of a visitor that an approved answer may be for; `undefined` for what is no question in words alone. */
export function askedInWords(messages: readonly ModelMessage[]): string | undefined {
  const newest = messages.at(-1);
  if (newest?.role !== "user" || newest.attachments?.length) return undefined;
  return newest.text.trim() || undefined;
}

/** A search for a question in its own words. */
export const searchFor = (question: string): Omit<ToolCall, "id"> => ({
  name: searchKnowledge,
  input: { query: question },
});

/**
 * The answer that is to be given word for word to what was searched for, with the number of its source; `undefined` when
 * none of the searches found one first. No model comes in between, so it is word for word.
 */
export function verbatimAnswer(results: readonly ModelMessage[]): string | undefined {
  for (const entry of results) {
    if (entry.role !== "tool" || entry.name !== searchKnowledge || entry.failed) continue;
    const [best] = readPassages(entry.result);
    if (best?.approved?.verbatim) return citing(best.text, best.number);
  }
  return undefined;
}
