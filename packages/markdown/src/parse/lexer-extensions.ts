import type { MarkedOptions, Token } from "marked";
import {
  maxFormula,
  mathBlockStart,
  mathInlineStart,
  readMathBlock,
  readMathInline,
  type MathToken,
} from "./math-rules.ts";
import { readNote } from "./note-rules.ts";

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
