import type { Token, Tokens } from "marked";
import { pointsToNext, storedLink } from "./pointers.ts";

/**
 * A block's Markdown as a chat can show it separately: pictures and tags are removed, a relative link is its text unless a
 * reader is pointed to it ("See ..."), and a link by reference contains its address. Everything else is unchanged.
 */
export function readableMarkdown(block: Token): string {
  if (block.type === "html") return withoutTags(block.raw);
  if (block.type === "code") return codeBlock(block as Tokens.Code);
  if (block.type === "list") return list(block as Tokens.List);
  if (block.type === "blockquote") return quotation(block as Tokens.Blockquote);
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

/** Written again as a list is: a token over several lines, such as a comment, lost the marks between them. */
function quotation({ tokens }: Tokens.Blockquote): string {
  const blocks = tokens.filter(({ type }) => type !== "space" && type !== "def").map(readableMarkdown);
  const text = blocks.filter(Boolean).join("\n\n");
  return text && text.replaceAll(/^.*$/gm, (line) => `> ${line}`.trimEnd());
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
    if (at < 0) continue; // a token that is not in the text as it was read stays as it was written
    text += rest.slice(0, at);
    text += replacePart(token, text);
    rest = rest.slice(at + token.raw.length);
  }
  return text + rest;
}

function replacePart(token: Token, before: string): string {
  switch (token.type) {
    case "image":
      return token["text"] as string;
    case "html":
      return withoutTags(token.raw);
    case "link":
      return readableLink(token as Tokens.Link, before);
    case "code":
    case "codespan":
      return token.raw;
    default:
      return replaceParts(token.raw, childrenOf(token));
  }
}

function readableLink(link: Tokens.Link, before: string): string {
  const text = plainText(link.tokens).trim();
  if (!/^(?:https?|mailto|tel):/i.test(link.href))
    return pointsToNext(before) ? storedLink(text, link.href) : text;
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

/** The text of inline Markdown, without its markup. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(plainToken).join("");
}

function plainToken(token: Token): string {
  if (token.type === "html") return "";
  if (token.type === "br") return " ";
  if ("tokens" in token && token.tokens) return plainText(token.tokens);
  return "text" in token && typeof token.text === "string" ? unescapeEntities(token.text) : "";
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

function unescapeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}
