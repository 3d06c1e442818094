import type { MarkedOptions, Token } from "marked";
import { labelOf, type CitationLabel } from "@servicechat/contract";
import {
  maxFormula,
  mathBlockStart,
  mathInlineStart,
  readMathBlock,
  readMathInline,
  type MathToken,
} from "./math-rules.ts";

const lastRaw = (tokens: readonly Token[]): string => tokens.at(-1)?.raw ?? "";

/**
 * How many characters may be examined for formulas and footnotes in one text: enough for hundreds of them in a long
 * answer.
 */
const maxScanned = 8_000_000;

/**
 * The lexer's extensions for formulas and footnotes, for one text. They cost no more than `maxScanned`: delimiters of
 * thousands of formulas that never end are text from some point on.
 */
export function createLexerExtensions(): NonNullable<MarkedOptions["extensions"]> {
  let left = maxScanned;

  function attempt(read: () => MathToken | undefined, cost: number): MathToken | undefined {
    if (left <= 0) return undefined;
    left -= cost;
    return read();
  }

  function indexOf(source: string, rule: RegExp): number | undefined {
    if (left <= 0) return undefined;
    const index = source.search(rule);
    left -= index < 0 ? source.length : index;
    return index < 0 ? undefined : index;
  }

  return {
    renderers: {},
    childTokens: {},
    block: [
      (source) =>
        mathBlockStart.test(source)
          ? // Wherever a block may begin, the lexer examines all that follows again.
            attempt(() => readMathBlock(source), maxFormula + source.length)
          : undefined,
      readNote,
    ],
    inline: [
      (source, tokens) =>
        mathInlineStart.test(source)
          ? attempt(() => readMathInline(source, lastRaw(tokens as Token[])), maxFormula)
          : undefined,
    ],
    startBlock: [(source) => indexOf(source, /\n {0,3}(?:\$\$|\\\[|\[\^[\p{L}\d_-]{1,40}\]:)/u)],
    startInline: [(source) => indexOf(source, /\$|\\[([]/)],
  };
}

/** A token of the lexer that is a footnote. */
export interface NoteToken {
  readonly type: "note";
  readonly raw: string;
  readonly label: CitationLabel;
  readonly text: string;
}

/** `[^1]: Returns`, until a blank line or the next one. */
const rule = /^ {0,3}\[\^([\p{L}\d_-]{1,40})\]:[ \t]*(\S[^\n]*(?:\n(?! {0,3}\[\^)[ \t]*\S[^\n]*)*)(?:\n+|$)/u;

/** Reads the text of a footnote's label (GitHub's Markdown: footnotes). */
function readNote(source: string): NoteToken | undefined {
  const [raw, name, text] = rule.exec(source) ?? [];
  return raw && name && text ? { type: "note", raw, label: labelOf(name), text } : undefined;
}
