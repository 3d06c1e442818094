import { plainText } from "./plain-text.ts";
import { blocksOf } from "./read-blocks.ts";
import type { Block } from "./tree.ts";

/** The words of an answer in Markdown, without its markup, for a reader that listens. */
export function wordsOf(text: string): string {
  return wordsOfBlocks(blocksOf(text));
}

function wordsOfBlocks(blocks: readonly Block[]): string {
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
      return wordsOfBlocks(block.children);
    case "list":
      return block.items.map((item) => wordsOfBlocks(item.children)).join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(", ")).join("\n");
    case "note":
    case "rule":
      return "";
  }
}
