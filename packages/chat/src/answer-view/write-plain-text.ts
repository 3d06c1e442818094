import { cleanText } from "@servicechat/contract";
import type { Block, Inline } from "@servicechat/markdown";

/**
 * Blocks of an answer as text without markup, for programs that know none. Tables have tabs between their cells, which
 * spreadsheets take for cells; links are followed by their addresses.
 */
export function writePlainText(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).filter(Boolean).join("\n\n");
}

function writeBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return write(block.children);
    case "code":
    case "math":
      return cleanText(block.text).trimEnd();
    case "quote":
      return writePlainText(block.children).replace(/^/gm, "> ");
    case "list":
      return block.items
        .map(({ checked, children }, index) => {
          const marker = block.ordered ? `${block.start + index}. ` : "- ";
          const box = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
          const lines = children.map(writeBlock).filter(Boolean).join("\n");
          return marker + box + lines.replace(/\n(?=[^\n])/g, `\n${" ".repeat(marker.length)}`);
        })
        .join("\n");
    case "table":
      return [block.head, ...block.rows]
        .map((row) => row.map((cell) => write(cell).replace(/\s+/g, " ")).join("\t"))
        .join("\n");
    case "note":
      return `[${block.label}] ${write(block.children)}`;
    case "rule":
      return "";
  }
}

function write(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.type === "break") return "\n";
      if (inline.type === "link") return withAddress(write(inline.children), inline.href);
      return "children" in inline ? write(inline.children) : cleanText(inline.text);
    })
    .join("");
}

/** A text with the address that it leads to, unless it is that address itself. */
export function withAddress(text: string, href: string | undefined): string {
  if (href === undefined) return text;
  const address = href.replace(/^(?:mailto|tel):/, "");
  const bare = (each: string): string => each.replace(/^https?:\/\/(?:www\.)?|\/$/g, "").toLowerCase();
  return bare(text.trim()) === bare(address) || text === "" ? address : `${text} (${address})`;
}
