import { cleanText } from "@servicechat/contract";
import type { Block, Inline, ListItem } from "@servicechat/markdown";

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
  linksCitations = false,
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
        if (linksCitations && inline.hrefs && !isLinked) return writeCitation(inline);
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

  const writeCitation = ({ labels, hrefs = [] }: Extract<Inline, { readonly type: "cite" }>): string =>
    labels
      .map((label, index) => {
        const href = hrefs[index];
        return href ? `[[${label}]](${destination(href)})` : `[${label}]`;
      })
      .join("");

  return (blocks) => writeBlocks(blocks);
}

/**
 * Escapes text so that Markdown does not change it anywhere within a line; at the beginning of one, `guarded` does the
 * rest.
 *
 * @param isLinked whether it is the text of a link.
 */
export function escaped(text: string, isLinked = false): string {
  const safe = cleanText(text)
    .replace(/[\\`*~|$]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/</g, "&lt;")
    // Within a word it has no meaning.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    // Before a bracket it would begin an image; after a bracket, these two would begin a link or its target.
    .replace(/!$|^[(:]/g, "\\$&");
  // Some viewers parse the text of a link again, without its backslashes.
  if (isLinked) return safe.replace(/\[/g, "&#91;").replace(/\]/g, "&#93;");
  // A bare address would include the backslash after it.
  return safe.replace(/\[|:(?=\/\/)|(?<=www)\./gi, "\\$&");
}

/** Escapes the lines of a paragraph so that none of them begins a block. */
export function guarded(lines: string): string {
  return lines
    .replace(/^[ \t]+/gm, "")
    .replace(/^[#>+=-]/gm, "\\$&")
    .replace(/^(\d{1,9})(?=[.)])/gm, "$1\\");
}

/** Escapes text for a single line of Markdown. */
export const plain = (text: string): string => guarded(escaped(text.replace(/\s+/g, " ").trim(), true));

/** Code within a line. */
function codeSpan(code: string): string {
  const text = code.replace(/\n/g, " ");
  const fence = "`".repeat(maxRun(text) + 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** A block of code. */
function fenced(code: string, language = ""): string {
  const fence = "`".repeat(Math.max(3, maxRun(code) + 1));
  return `${fence}${language}\n${code.replace(/(?<!\n)\n+$/, "")}\n${fence}`;
}

/** The target of a link, without characters that could be taken for markup. */
export const destination = (href: string): string => `<${href.replace(/[^\w\-.~:/?#@!$&'+,;=%]/g, percent)}>`;

function percent(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

const maxRun = (text: string): number =>
  Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));

/** How text and link targets are written in Markdown. */
export interface TextStyle {
  readonly escaped: (text: string, isLinked?: boolean) => string;
  readonly guarded: (lines: string) => string;
  readonly destination: (href: string) => string;
  /** Whether the number of a source is a link to it. By default it is a number, which the list of sources explains. */
  readonly linksCitations?: boolean;
}

/** For a file that any viewer may open: nothing in it becomes markup that was not. */
export const forViewers: TextStyle = { escaped, guarded, destination };

/** For a mail or a note, where people see every character. */
export const forReaders: TextStyle = {
  escaped: (text) => cleanText(text),
  guarded: (lines) => lines,
  destination: (href) => href.replace(/[()<>\s]/g, percent),
};
