import type { ToolRow } from "@servicechat/contract";
import { sourcesIn, type Source } from "../conversation/sources.ts";
import { plainText } from "./plain-text.ts";
import type { Block, NoteBlock } from "./tree.ts";

/** What an answer can cite by number: what its tools have found, and its own footnotes. */
export function citableSources(
  rows: readonly (readonly ToolRow[])[],
  notes: readonly NoteBlock[],
): ReadonlyMap<number, Source> {
  const own = notes.map((note) => [note.number, asSource(note)] as const);
  return new Map([...own, ...sourcesIn(rows)]);
}

/** The footnotes among blocks. */
export const notesIn = (blocks: readonly Block[]): readonly NoteBlock[] =>
  blocks.filter((block) => block.type === "note");

function asSource({ number, children }: NoteBlock): Source {
  const link = children.find((inline) => inline.type === "link");
  return { number, title: plainText(children).replace(/\s+/g, " "), ...(link && { url: link.href }) };
}
