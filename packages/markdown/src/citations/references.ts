import { plainText } from "../plain-text.ts";
import type { Block, Inline } from "../tree.ts";

/** A reference to something outside an answer: a citation or a link. */
export type Reference = Extract<Inline, { readonly type: "cite" | "link" }>;

/** The citations and links of blocks, in order. */
export const referencesIn = (blocks: readonly Block[]): readonly Reference[] => blocks.flatMap(inBlock);

/** Creates a `referencesIn` for one growing text. A block that is the same object as before is not searched again. */
export function createReferenceReader(): typeof referencesIn {
  const known = new WeakMap<Block, readonly Reference[]>();
  return (blocks) =>
    blocks.flatMap((block) => {
      const references = known.get(block) ?? inBlock(block);
      known.set(block, references);
      return references;
    });
}

/** Whether a link is written like a citation, as in `[1]` with its address defined below the text. */
export const isNumber = ({ children }: Extract<Reference, { type: "link" }>): boolean =>
  /^\[?\^?\d{1,3}\]?$/.test(plainText(children));

function inBlock(block: Block): readonly Reference[] {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return inLine(block.children);
    case "quote":
      return block.children.flatMap(inBlock);
    case "list":
      return block.items.flatMap(({ children }) => children.flatMap(inBlock));
    case "table":
      return [block.head, ...block.rows].flat().flatMap(inLine);
    case "code":
    case "math":
    case "note":
    case "rule":
      return [];
  }
}

function inLine(inlines: readonly Inline[]): readonly Reference[] {
  return inlines.flatMap((inline) => {
    if (inline.type === "cite" || inline.type === "link") return [inline];
    return "children" in inline ? inLine(inline.children) : [];
  });
}
