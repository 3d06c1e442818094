import { checkInput } from "@servicechat/agent";
import { hasFact } from "@servicechat/knowledge";
import { patternOf } from "./pattern-of.ts";

/**
 * Whether a text in Markdown says a wording, in whatever case, with or without its markup. A pattern is tried on the text
 * as it is and in lower case.
 */
export function says(text: string, wording: string): boolean {
  const pattern = patternOf(wording);
  if (pattern === undefined) return hasFact(text, wording);
  const schema = { type: "string", pattern };
  return [text, text.toLowerCase()].some((each) => checkInput(schema, each).length === 0);
}
