import type { MarkedToken, Token } from "marked";
import { resolveReferences } from "./character-references.ts";
import type { MathToken } from "./math-rules.ts";
import { placeCitations } from "../citations/place-citations.ts";
import { plainText } from "../plain-text.ts";
import { readCitations } from "../citations/read-citations.ts";
import { safeLink } from "../links/safe-link.ts";
import type { Inline } from "../tree.ts";

/** Deeper nesting than any answer needs is drawn as the source text. */
export const deepest = 24;

/** The one tag that is not text: in a cell of a table there is no other way to write a line break. */
export const lineBreak = /^<br\s*\/?>\s*$/i;

/** Converts the lexer's inline tokens into our own: raw HTML as text, images and links as checked links. */
export function readInlines(tokens: readonly Token[] | undefined, depth = 0): Inline[] {
  const inlines = (tokens ?? []).flatMap((token) => readInline(token as MarkedToken | MathToken, depth));
  return depth === 0 ? placeCitations(inlines) : inlines;
}

function readInline(token: MarkedToken | MathToken, depth: number): readonly Inline[] {
  if (depth > deepest) return [{ type: "text", text: token.raw }];
  // oxlint-disable-next-line switch-exhaustiveness-check -- the kinds that only blocks have are text here
  switch (token.type) {
    case "text":
      return token.tokens
        ? readInlines(token.tokens, depth + 1)
        : readCitations(resolveReferences(token.text));
    case "escape":
      return [{ type: "text", text: token.text }];
    case "codespan":
      return [{ type: "code", text: token.text }];
    case "math":
      return [{ type: "math", tex: token.text, display: token.display, text: token.raw }];
    case "br":
      return [{ type: "break" }];
    case "html":
      return [lineBreak.test(token.raw) ? { type: "break" } : { type: "text", text: token.raw }];
    case "strong":
      return [{ type: "strong", children: readInlines(token.tokens, depth + 1) }];
    case "em":
      return [{ type: "emphasis", children: readInlines(token.tokens, depth + 1) }];
    case "del":
      return [{ type: "deleted", children: readInlines(token.tokens, depth + 1) }];
    case "link":
      return token.autolink
        ? link(token.href, [{ type: "text", text: token.text }])
        : link(resolveReferences(token.href), readInlines(token.tokens, depth + 1));
    case "image":
      return image(resolveReferences(token.href), resolveReferences(token.text));
    case "checkbox":
      return [];
    default:
      return [{ type: "text", text: token.raw }];
  }
}

function link(href: string, children: readonly Inline[]): readonly Inline[] {
  const checked = safeLink(href, plainText(children));
  return checked ? [{ type: "link", ...checked, children }] : children;
}

/** An image becomes a link: whoever chose its address would learn about the reader if it were loaded. */
function image(href: string, description: string): readonly Inline[] {
  const text = description.trim() || href;
  return link(href, [{ type: "text", text }]).map((inline) =>
    inline.type === "link" ? { ...inline, isImage: true } : inline,
  );
}
