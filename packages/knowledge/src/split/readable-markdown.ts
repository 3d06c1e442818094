import type { Token, Tokens } from "marked";
import { plainText } from "./plain-text.ts";

/**
 * A block's Markdown as a chat can show it on its own: pictures and tags are gone, a relative link is its text,
 * and a link by reference carries its address. Everything else stays as it was written.
 */
export function readableMarkdown(block: Token): string {
  if (block.type === "html") return withoutTags(block.raw);
  if (block.type === "code") return codeBlock(block as Tokens.Code);
  if (block.type === "list") return list(block as Tokens.List);
  if (isOnlyPictures(block)) return "";
  const replaced = replaceParts(block.raw, childrenOf(block));
  return replaced.replace(/^[ \t]+$/gm, "").trim();
}

function codeBlock(code: Tokens.Code): string {
  const isFenced = /^ {0,3}(?:```|~~~)/.test(code.raw);
  return isFenced ? code.raw.trimEnd() : `\`\`\`\n${code.text.trimEnd()}\n\`\`\``;
}

/** Written again: the tokens of an item lost the indentation by which they could be found in the list. */
function list({ ordered, start, loose, items }: Tokens.List): string {
  const written = items.map((item, index) => {
    const marker = ordered ? `${Number(start) + index}. ` : "- ";
    const box = item.task ? `[${item.checked ? "x" : " "}] ` : "";
    const blocks = item.tokens.filter(({ type }) => type !== "checkbox").map(readableMarkdown);
    const content = blocks.filter(Boolean).join(loose ? "\n\n" : "\n");
    return `${marker}${box}${content}`.replaceAll("\n", `\n${" ".repeat(marker.length)}`);
  });
  return written.join(loose ? "\n\n" : "\n").replace(/^[ \t]+$/gm, "");
}

/** A banner says nothing: as a passage it would only win by the title of its page. */
function isOnlyPictures(block: Token): boolean {
  const parts = "tokens" in block && block.tokens ? block.tokens : [];
  const said = parts.filter((part) => part.type !== "image" && part.raw.trim() !== "");
  return block.type === "paragraph" && parts.some(({ type }) => type === "image") && said.length === 0;
}

/** Tokens come in the order of the text, so each is looked for behind the one before it. */
function replaceParts(raw: string, tokens: readonly Token[]): string {
  let text = "";
  let rest = raw;
  for (const token of tokens) {
    const at = rest.indexOf(token.raw);
    if (at < 0) continue; // a token over several lines of a quotation lost its marks: it stays as it was written
    text += rest.slice(0, at) + replacePart(token);
    rest = rest.slice(at + token.raw.length);
  }
  return text + rest;
}

function replacePart(token: Token): string {
  switch (token.type) {
    case "image":
      return token["text"] as string;
    case "html":
      return withoutTags(token.raw);
    case "link":
      return readableLink(token as Tokens.Link);
    case "code":
    case "codespan":
      return token.raw;
    default:
      return replaceParts(token.raw, childrenOf(token));
  }
}

function readableLink(link: Tokens.Link): string {
  const text = plainText(link.tokens).trim();
  if (!/^(?:https?|mailto|tel):/i.test(link.href)) return text;
  return link.raw.endsWith("]") && text ? `[${text}](${link.href})` : link.raw;
}

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, "")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .trim();
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return "tokens" in token && token.tokens ? token.tokens : [];
}
