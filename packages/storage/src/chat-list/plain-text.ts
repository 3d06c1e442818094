import { citationPattern } from "@servicechat/contract";
import type { Token, Tokens } from "marked";

/**
 * The text of an answer, on one line without Markdown markup. HTML is text, as the chat shows it.
 *
 * @param markdown of bounded length: some long texts take long to parse
 */
export async function plainText(markdown: string): Promise<string> {
  // Loaded with the first answer: who has no console pays nothing at rest.
  const { lexer } = await import("marked");
  return withoutCitations(blocks(lexer(markdown)))
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Citations say nothing without their sources, nor does the space before one. */
function withoutCitations(text: string): string {
  const pieces = text.split(citationPattern);
  return pieces.map((piece, index) => (index < pieces.length - 1 ? piece.replace(/ $/, "") : piece)).join("");
}

const blocks = (tokens: readonly Token[]): string => tokens.map(blockText).filter(Boolean).join(" ");

function blockText(token: Token): string {
  switch (token.type) {
    case "space":
    case "hr":
    case "def":
      return "";
    case "list":
      return (token as Tokens.List).items.map(({ tokens }) => blocks(tokens)).join(" ");
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].map((row) => row.map(({ tokens }) => words(tokens)).join(", ")).join(" ");
    }
    case "blockquote":
      return blocks((token as Tokens.Blockquote).tokens);
    default:
      return word(token);
  }
}

const words = (tokens: readonly Token[]): string => tokens.map(word).join("");

function word(token: Token): string {
  if (token.type === "br") return " ";
  if (token.type === "checkbox") return "";
  if (token.type === "html") return token.raw;
  // Where the answer lists its sources itself, a mark is a link.
  if (token.type === "link" && /^\d{1,3}$/.test(token["text"])) return `[${token["text"]}]`;
  if ("tokens" in token && token.tokens) return words(token.tokens);
  return "text" in token && typeof token.text === "string" ? token.text : token.raw;
}
