import type { CitationLabel } from "@servicechat/contract";
import { plainText } from "../plain-text.ts";
import type { Block } from "../tree.ts";
import type { Source } from "./source.ts";

/** The footnotes among blocks, as sources with their labels. */
export const footnotesIn = (blocks: readonly Block[]): readonly (readonly [CitationLabel, Source])[] =>
  blocks.flatMap((block) => {
    if (block.type !== "note") return [];
    const link = block.children.find((inline) => inline.type === "link");
    const title = plainText(block.children).replace(/\s+/g, " ");
    return [[block.label, { title, ...(link && { url: link.href }) }] as const];
  });
