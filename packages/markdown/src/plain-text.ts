import type { Inline, Block } from "./tree.ts";

/** The words of running text, without its markup. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "break") return " ";
      return "children" in inline ? plainText(inline.children) : inline.text;
    })
    .join("");
}

/** The words of an answer, without its markup, for screen readers. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks.map(wordsOfBlock).filter(Boolean).join("\n");
}

function wordsOfBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return plainText(block.children);
    case "code":
    case "math":
      return block.text;
    case "quote":
      return wordsOf(block.children);
    case "list":
      return block.items.map((item) => wordsOf(item.children)).join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(", ")).join("\n");
    case "note":
    case "rule":
      return "";
  }
}
