import { packBlocks } from "../split/pack-blocks.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { titleOfFile } from "./title-of-file.ts";

/** Reads plain text: paragraphs are separated by blank lines. */
export function extractText({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): ExtractedDocument {
  const title = titleOfFile(name);
  const blocks = [...paragraphsOf(text)].map((paragraph) => ({
    kind: "paragraph" as const,
    text: paragraph.trim(),
  }));
  return {
    title,
    url: null,
    passages: packBlocks(blocks).map((passage) => ({ headings: [title], anchor: null, text: passage })),
  };
}

/** Line by line: a file may be millions of blank ones, of which nothing is made. */
function* paragraphsOf(text: string): Generator<string> {
  let from: number | undefined;
  for (let at = 0; at < text.length;) {
    const next = text.indexOf("\n", at);
    const end = next === -1 ? text.length : next;
    const isBlank = end === at || text.slice(at, end).trim() === "";
    if (!isBlank) from ??= at;
    else if (from !== undefined) {
      yield text.slice(from, at);
      from = undefined;
    }
    at = end + 1;
  }
  if (from !== undefined) yield text.slice(from);
}
