import type { Token, Tokens } from "marked";
import { plainText } from "./plain-text.ts";

/**
 * A block's Markdown as a chat can show it on its own: pictures and tags are gone, a relative link is its text,
 * and a link by reference carries its address. Everything else stays as it was written.
 */
export function readableMarkdown(block: Token): string {
  if (block.type === "html") return withoutTags(block.raw);
  if (block.type === "code") return codeBlock(block as Tokens.Code);
  const replaced = replaceParts(block.raw, childrenOf(block));
  return replaced.replace(/^[ \t]+$/gm, "").trim();
}

function codeBlock(code: Tokens.Code): string {
  const isFenced = /^ {0,3}(?:```|~~~)/.test(code.raw);
  return isFenced ? code.raw.trimEnd() : `\`\`\`\n${code.text.trimEnd()}\n\`\`\``;
}

/** Tokens come in the order of the text, so each is looked for behind the one before it. */
function replaceParts(raw: string, tokens: readonly Token[]): string {
  let text = "";
  let rest = raw;
  for (const token of tokens) {
    const at = rest.indexOf(token.raw);
    // A token over several lines of a list lost its indentation: it stays as it was written.
    if (at < 0) continue;
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
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .trim();
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [...header, ...rows.flat()].flatMap((cell) => cell.tokens);
  }
  return "tokens" in token && token.tokens ? token.tokens : [];
}
