import { packBlocks } from "../split/pack-blocks.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { titleOfFile } from "./title-of-file.ts";

/** Reads plain text: paragraphs stand apart by blank lines. */
export function extractText({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): ExtractedDocument {
  const title = titleOfFile(name);
  const blocks = text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => ({ kind: "paragraph" as const, text: paragraph.trim() }))
    .filter((block) => block.text !== "");
  return {
    title,
    url: null,
    passages: packBlocks(blocks).map((passage) => ({ headings: [title], anchor: null, text: passage })),
  };
}
