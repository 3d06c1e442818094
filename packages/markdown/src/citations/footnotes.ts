import { plainText } from "../plain-text.ts";
import type { Block, Mark } from "../tree.ts";
import type { Source } from "./source.ts";

/** The footnotes among blocks, as the sources that their marks stand for. */
export const footnotesIn = (blocks: readonly Block[]): readonly (readonly [Mark, Source])[] =>
  blocks.flatMap((block) => {
    if (block.type !== "note") return [];
    const link = block.children.find((inline) => inline.type === "link");
    const title = plainText(block.children).replace(/\s+/g, " ");
    return [[block.mark, { title, ...(link && { url: link.href }) }] as const];
  });
