import { blocksOf, type Block, type Inline } from "@servicechat/markdown";

/** An answer of an agent as a person writes: what it says in Markdown, without its signs, and with the addresses of links. */
export function asPlainText(markdown: string): string {
  return textOf(blocksOf(markdown));
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .map(blockText)
    .filter((text) => text !== "")
    .join("\n\n");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "line":
    case "heading":
      return inlineText(block.children);
    case "code":
    case "math":
      return block.text;
    case "quote":
      return textOf(block.children);
    case "list":
      return block.items
        .map(({ children }, at) => {
          const sign = block.ordered ? `${block.start + at}.` : "-";
          return `${sign} ${textOf(children).replaceAll(/\n+/g, "\n  ")}`;
        })
        .join("\n");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(inlineText).join(" | ")).join("\n");
    case "note":
    case "rule":
      return "";
  }
}

function inlineText(inlines: readonly Inline[]): string {
  let text = "";
  for (const inline of inlines)
    // The visitor sees no numbers of sources in what a person writes.
    if (inline.type === "cite") text = text.trimEnd();
    else if (inline.type === "break") text += "\n";
    else if (!("children" in inline)) text += inline.text;
    else text += inline.type === "link" ? linkText(inline) : inlineText(inline.children);
  return text;
}

function linkText({ href, children }: Extract<Inline, { type: "link" }>): string {
  const text = inlineText(children);
  return bare(text) === bare(href) ? text : `${text} (${href.replace(/^(?:mailto|tel):/, "")})`;
}

/** An address without the parts that people do not type. */
const bare = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/g, "");
