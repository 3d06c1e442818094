import type { Token } from "marked";

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
