import { Lexer, type Links, type MarkedToken, type Token } from "marked";
import { AnswerTokenizer } from "./answer-tokenizer.ts";
import type { MathToken } from "./math-rules.ts";
import type { NoteToken } from "./note-rules.ts";
import { deepest, lineBreak, readInlines } from "./read-inlines.ts";
import { createLexerExtensions } from "./lexer-extensions.ts";
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

/** Parses Markdown (GFM) into blocks. It never throws: what the lexer cannot parse is one paragraph of text. */
export function readBlocks(text: string, known: Links = {}): ReadBlocks {
  try {
    const lexer = createLexer();
    lexer.tokens.links = { ...known };
    const tokens = lexer.lex(text);
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
      // Within something else nobody would look for it below the answer.
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
