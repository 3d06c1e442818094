import { textOf, type ReplyEntry } from "../conversation/conversation.ts";
import { rowsOf, sourcesIn, type Source } from "../conversation/sources.ts";
import { plainText } from "./plain-text.ts";
import { blocksOf } from "./read-blocks.ts";
import { citedMarks } from "./read-citations.ts";
import type { Block, Mark, NoteBlock } from "./tree.ts";

/**
 * What an answer can cite: what its tools have found, and its own footnotes. Those with names are numbered in the order in which
 * it names them, after all that it cites by number.
 */
export function citableSources(reply: ReplyEntry, notes: readonly NoteBlock[]): ReadonlyMap<Mark, Source> {
  const found = sourcesIn(rowsOf(reply));
  const cited = [...citedMarks(textOf(reply))];
  const numbers = [...found.keys(), ...cited].filter((mark) => typeof mark === "number");
  let last = Math.max(0, ...numbers);
  const own = notes
    .toSorted((one, other) => cited.indexOf(one.mark) - cited.indexOf(other.mark))
    .map(
      ({ mark, children }) => [mark, asSource(typeof mark === "number" ? mark : ++last, children)] as const,
    );
  return new Map<Mark, Source>([...own, ...found]);
}

/** The footnotes among blocks. */
export const notesIn = (blocks: readonly Block[]): readonly NoteBlock[] =>
  blocks.filter((block) => block.type === "note");

/** The footnotes of a whole answer: those of one of its texts may be cited in another. */
export const notesOf = ({ parts }: ReplyEntry): readonly NoteBlock[] =>
  // Only what may have footnotes is read again as a whole.
  parts.flatMap((part) =>
    part.type === "text" && part.text.includes("]:") ? notesIn(blocksOf(part.text)) : [],
  );

function asSource(number: number, children: NoteBlock["children"]): Source {
  const link = children.find((inline) => inline.type === "link");
  return { number, title: plainText(children).replace(/\s+/g, " "), ...(link && { url: link.href }) };
}
