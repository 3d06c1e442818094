import { Lexer, type Links, type MarkedToken, type Token } from "marked";
import { AnswerTokenizer } from "./answer-tokenizer.ts";
import type { MathToken } from "./math-rules.ts";
import { createLexerExtensions, type NoteToken } from "./lexer-extensions.ts";
import { holdBack } from "./hold-back.ts";
import { deepest, lineBreak, readInlines } from "./read-inlines.ts";
import type { Block } from "../tree.ts";

/** One top-level token: the source text, and the block it becomes, if any. */
export interface WrittenBlock {
  readonly raw: string;
  readonly block: Block | undefined;
}

/** The blocks of a text and the link definitions known at its end. */
interface ReadBlocks {
  readonly written: readonly WrittenBlock[];
  readonly links: Links;
}

type KnownToken = MarkedToken | MathToken | NoteToken;

const createLexer = (isGrowing = false): Lexer =>
  new Lexer({ gfm: true, extensions: createLexerExtensions(), tokenizer: new AnswerTokenizer(isGrowing) });

/**
 * Parses Markdown (GFM) into blocks. It never throws: what the lexer cannot parse is one paragraph of text.
 *
 * @param isGrowing Whether more is to come: then what that can still change is left out.
 */
export function readBlocks(text: string, known: Links = {}, isGrowing = false): ReadBlocks {
  try {
    const lexer = createLexer(isGrowing);
    lexer.tokens.links = { ...known };
    const source = isGrowing ? settledLines(text) : text;
    const tokens = lexer.lex(source);
    if (isGrowing) holdBack(tokens, lexer, source);
    return {
      written: tokens.map((token) => ({
        raw: token.raw,
        block: readBlock(token as KnownToken, 0),
      })),
      links: tokens.links,
    };
  } catch {
    return { written: [{ raw: text, block: asText(text) }], links: known };
  }
}

/** The blocks of a whole text. */
export const blocksOf = (text: string): readonly Block[] =>
  readBlocks(text).written.flatMap(({ block }) => block ?? []);

/** For a code block: its opening fence, and the line that closes it. */
const closing = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n(?:[^]*\n)? {0,3}\1[`~]*[ \t]*\n*$/;

const asText = (text: string): Block => ({ type: "paragraph", children: [{ type: "text", text }] });

function readAll(tokens: readonly Token[] | undefined, depth: number): Block[] {
  return (tokens ?? []).flatMap((token) => readBlock(token as KnownToken, depth) ?? []);
}

function readBlock(token: KnownToken, depth: number): Block | undefined {
  if (depth > deepest) return asText(token.raw);
  // oxlint-disable-next-line switch-exhaustiveness-check -- HTML, and kinds that only lines have, are text here
  switch (token.type) {
    case "html":
      return lineBreak.test(token.raw) ? undefined : asText(token.raw.trimEnd());
    case "space":
    case "def":
    case "checkbox":
      return undefined;
    case "paragraph":
      return { type: "paragraph", children: readInlines(token.tokens) };
    case "text":
      return { type: "line", children: readInlines([token]) };
    case "heading":
      return { type: "heading", level: token.depth, children: readInlines(token.tokens) };
    case "code":
      return {
        type: "code",
        language: token.lang?.split(/\s/)[0] ?? "",
        text: token.text,
        closed: closing.test(token.raw),
      };
    case "math":
      return { type: "math", tex: token.text, display: true, text: token.raw.trim() };
    case "note":
      // Inside another block, a reader would not look for it below the answer.
      if (depth > 0) return asText(token.raw.trimEnd());
      return {
        type: "note",
        label: token.label,
        children: readInlines(createLexer().inlineTokens(token.text)),
      };
    case "blockquote":
      return { type: "quote", children: readAll(token.tokens, depth + 1) };
    case "list":
      return {
        type: "list",
        ordered: token.ordered,
        start: token.start === "" ? 1 : token.start,
        items: token.items.map((item) => ({
          ...(item.task ? { checked: item.checked === true } : {}),
          children: readAll(item.tokens, depth + 1),
        })),
      };
    case "table":
      return {
        type: "table",
        align: token.align,
        head: token.header.map((cell) => readInlines(cell.tokens)),
        rows: token.rows.map((row) => row.map((cell) => readInlines(cell.tokens))),
      };
    case "hr":
      return { type: "rule" };
    default:
      return asText(token.raw.trimEnd());
  }
}

/** What a line may begin with before its own content: the signs of quotes and lists. */
const containers = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*/;
/** The start of a line that can still become anything: a sign of a block without its content, a fence without its end. */
const undecided =
  /^(?:[-*_=+#|:~` \t>]*|\d{1,9}[.)]?|\[[ xX]?\]?[ \t]*|`{3,}[^`]*|~~~.*|\[(?:[^\]^][^\]]*)?\]:.*)$/;
/** The row below the head of a table. */
const delimiterRow = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/;

/**
 * The part of a growing text whose lines are decided. Left out are a last line that is nothing but a sign of a block
 * yet, such as `-` (of an item, a heading or a rule), and a line with bars that can still become the head of a table.
 */
function settledLines(text: string): string {
  const start = text.lastIndexOf("\n") + 1;
  const last = text.slice(start);
  if (!undecided.test(last.replace(containers, ""))) return text.slice(0, start + barOf(text, start));
  const above = text.lastIndexOf("\n", start - 2) + 1;
  return text.slice(0, start === 0 ? 0 : Math.min(start, above + barOf(text, above)));
}

/** Where a line stops being decided: at a bar, unless it is a row of a table that has its head. */
function barOf(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  const line = text.slice(start, end < 0 ? undefined : end);
  const bar = Array.from(line.matchAll(/\\.|`[^`]*`|\|/g)).find(([sign]) => sign === "|")?.index;
  if (bar === undefined || isInTable(text, start, line)) return text.length;
  return line.slice(0, bar).replace(containers, "") === "" ? 0 : bar;
}

function isInTable(text: string, start: number, line: string): boolean {
  for (let at = start, row = line; row.trim() !== "";) {
    const above = text.lastIndexOf("\n", at - 2) + 1;
    const before = at === 0 ? "" : text.slice(above, at - 1);
    if (/[|:]/.test(row) && delimiterRow.test(row) && before.trim() !== "") return true;
    [at, row] = [above, before];
  }
  return false;
}
