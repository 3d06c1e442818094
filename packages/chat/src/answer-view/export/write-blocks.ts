import { cleanText } from "@servicechat/contract";
import type { Block, Inline, ListItem } from "@servicechat/markdown";
import { codeSpan, fenced, type TextStyle } from "./plain-markdown.ts";

type Of<Type extends Block["type"]> = Extract<Block, { readonly type: Type }>;

/**
 * Creates a writer for the blocks of an answer as Markdown: markup stays markup. With the style for viewers everything
 * else is text, including images and HTML, so that nothing in it is loaded, and nothing looks like somebody else's
 * words.
 */
export function createBlockWriter({
  escaped,
  guarded,
  destination,
}: TextStyle): (blocks: readonly Block[]) => string {
  function writeBlocks(blocks: readonly Block[], between = "\n\n"): string {
    return blocks.map(writeBlock).join(between);
  }

  function writeBlock(block: Block): string {
    switch (block.type) {
      case "paragraph":
      case "line":
        return guarded(write(block.children));
      case "heading":
        // The two higher levels belong to the chat itself.
        return `${"#".repeat(Math.min(block.level + 2, 6))} ${inOneLine(block.children)}`;
      case "code":
        return fenced(cleanText(block.text), /^[\w+#.-]{0,30}/.exec(block.language)?.[0]);
      case "math":
        return fenced(cleanText(block.tex), "math");
      case "quote":
        return writeBlocks(block.children).replace(/^/gm, "> ");
      case "list":
        return writeList(block);
      case "table":
        return writeTable(block);
      case "note":
        // Like the sources. A name alone could be the checkbox of a task.
        return `- [${typeof block.label === "string" ? "^" : ""}${block.label}] ${inOneLine(block.children)}`;
      case "rule":
        return "---";
    }
  }

  function writeList({ items, ordered, start }: Of<"list">): string {
    return items.map((item, index) => writeItem(item, ordered ? `${start + index}. ` : "- ")).join("\n");
  }

  function writeItem({ checked, children }: ListItem, marker: string): string {
    const box = checked === undefined ? "" : checked ? "[x] " : "[ ] ";
    const isTight = children.every(({ type }) => type === "line" || type === "list");
    const indent = " ".repeat(marker.length);
    return (
      marker + box + writeBlocks(children, isTight ? "\n" : "\n\n").replace(/\n(?=[^\n])/g, `\n${indent}`)
    );
  }

  function writeTable({ head, align, rows }: Of<"table">): string {
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
    const sides = align.map((side) =>
      side === null ? "---" : { left: ":--", center: ":-:", right: "--:" }[side],
    );
    return [line(head.map(inCell)), line(sides), ...rows.map((row) => line(row.map(inCell)))].join("\n");
  }

  /** A bar ends a cell, even in code. */
  const inCell = (inlines: readonly Inline[]): string => inOneLine(inlines).replace(/(?<!\\)\|/g, "\\|");

  const inOneLine = (inlines: readonly Inline[]): string => write(inlines).replace(/\\?\n/g, " ");

  function write(inlines: readonly Inline[], isLinked = false): string {
    return inlines.map((inline) => writeInline(inline, isLinked)).join("");
  }

  function writeInline(inline: Inline, isLinked: boolean): string {
    switch (inline.type) {
      case "text":
        return escaped(inline.text, isLinked);
      case "cite":
        // It becomes text automatically, because its label has no definition.
        return inline.text.startsWith("[") && !isLinked ? inline.text : escaped(inline.text, isLinked);
      case "code":
        return codeSpan(cleanText(inline.text));
      case "math":
        return `$${codeSpan(cleanText(inline.tex))}$`;
      case "break":
        return "\\\n";
      case "strong":
        return `**${write(inline.children, isLinked)}**`;
      case "emphasis":
        return `*${write(inline.children, isLinked)}*`;
      case "deleted":
        return `~~${write(inline.children, isLinked)}~~`;
      case "link": {
        const host = inline.host === undefined ? "" : ` (${escaped(inline.host)})`;
        return `[${write(inline.children, true)}](${destination(inline.href)})${host}`;
      }
    }
  }

  return (blocks) => writeBlocks(blocks);
}
