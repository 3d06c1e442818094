import type { Block, Inline, Mark } from "./tree.ts";

/**
 * Running text in which the citations that begin a line are known as such. A citation follows what it is taken from: at the
 * beginning of a line a number in brackets is as likely an entry of a list that the answer makes itself.
 */
export function withLeading(inlines: readonly Inline[], isStart = true): Inline[] {
  let isFirst = isStart;
  return inlines.map((inline) => {
    if (inline.type === "cite") return isFirst ? { ...inline, leads: true } : inline;
    if (inline.type === "text") {
      const words = inline.text.trimEnd();
      isFirst = inline.text.includes("\n", words.length) || (isFirst && words === "");
      return inline;
    }
    const wasFirst = isFirst;
    isFirst = inline.type === "break";
    return "children" in inline ? { ...inline, children: withLeading(inline.children, wasFirst) } : inline;
  });
}

/** What a text cites, but for citations that begin a line. */
export function citedWithin(blocks: readonly Block[]): ReadonlySet<Mark> {
  return new Set(blocks.flatMap(inBlock));
}

function inBlock(block: Block): readonly Mark[] {
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

function inLine(inlines: readonly Inline[]): readonly Mark[] {
  return inlines.flatMap((inline) => {
    if (inline.type === "cite") return inline.leads ? [] : inline.marks;
    return "children" in inline ? inLine(inline.children) : [];
  });
}
