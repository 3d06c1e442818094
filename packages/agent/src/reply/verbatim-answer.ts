import type { ToolCall } from "@servicechat/contract";
import type { ModelMessage } from "../agent.ts";
import { citing, searchKnowledge, type DoneSearch } from "../sources.ts";

/** The visitor's newest message, if it is text alone, which an approved answer could match; otherwise `undefined`. */
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
 * The approved answer to give word for word, with the number of its source; `undefined` if no search found one first. No
 * model comes in between, so it is word for word.
 */
export function verbatimAnswer(searches: readonly DoneSearch[]): string | undefined {
  for (const {
    passages: [best],
  } of searches) {
    if (best?.approved?.verbatim) return citing(best.text, best.number);
  }
  return undefined;
}
