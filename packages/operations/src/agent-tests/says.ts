import { createMatcher } from "@servicechat/agent/pattern-issue";
import { hasFact } from "@servicechat/knowledge";
import { patternOf } from "./pattern-of.ts";

/**
 * Whether a text in Markdown says a wording, in whatever case, with or without its markup. A pattern is tried on the
 * text as it is and in lower case; `undefined` when the text is too long to be checked.
 */
export function says(text: string, wording: string): boolean | undefined {
  const pattern = patternOf(wording);
  if (pattern === undefined) return hasFact(text, wording);
  const found = [text, text.toLowerCase()].map(createMatcher(pattern));
  return found.includes(true) || (found.includes(undefined) ? undefined : false);
}
