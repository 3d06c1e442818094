import type { MarkedToken, Token } from "marked";
import type { MathToken } from "./math-rules.ts";
import { placeCitations, readCitations } from "../citations/read-citations.ts";
import { plainText } from "../plain-text.ts";
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

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00A0",
  shy: "\u00AD",
  copy: "\u00A9",
  reg: "\u00AE",
  trade: "\u2122",
  hellip: "\u2026",
  ndash: "\u2013",
  mdash: "\u2014",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201C",
  rdquo: "\u201D",
  laquo: "\u00AB",
  raquo: "\u00BB",
  bull: "\u2022",
  middot: "\u00B7",
  times: "\u00D7",
  deg: "\u00B0",
  euro: "\u20AC",
  pound: "\u00A3",
  larr: "\u2190",
  rarr: "\u2192",
};

/** Resolves numeric character references and the named ones that answers use; others stay as written. */
function resolveReferences(text: string): string {
  return text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g, resolve)
    : text;
}

function resolve(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? written) : written;
  const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isScalar = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isScalar ? String.fromCodePoint(point) : "\uFFFD";
}
