import type { MarkedOptions, Token } from "marked";

/** A token of the lexer that is a formula. */
export interface MathToken {
  readonly type: "math";
  readonly raw: string;
  readonly text: string;
  readonly display: boolean;
}

// A formula has no blank line, and an end within reach: what is opened and never closed costs little.
const inside = String.raw`(?:\\[^]|(?!\n[ \t]*\n)[^\\$]){1,2000}?`; // longest
const blockRule = new RegExp(
  String.raw`^ {0,3}(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\])[ \t]*(?:\n|$)`,
);
const inlineRule = new RegExp(
  String.raw`^(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\]|\\\((${inside})\\\)|\$(?!\s)(${inside})(?<!\s)\$(?![\w$]))`,
);

const blockStart = /^ {0,3}(?:\$\$|\\\[)/;
const inlineStart = /^(?:\$|\\[([])/;

/** A formula that is a block of its own: `$$...$$` or `\[...\]`. */
function readMathBlock(source: string): MathToken | undefined {
  const match = blockRule.exec(source);
  const tex = match?.[1] ?? match?.[2];
  return match && tex?.trim() ? { type: "math", raw: match[0], text: tex.trim(), display: true } : undefined;
}

/** A formula in running text; `before` is what was written before it. */
function readMathInline(source: string, before: string): MathToken | undefined {
  const match = inlineRule.exec(source);
  if (!match) return undefined;
  const [raw, dollars, brackets, parentheses, dollar] = match;
  const tex = (dollars ?? brackets ?? parentheses ?? dollar)?.trim();
  if (!tex || (dollar !== undefined && (/[\w$\\]/.test(before.slice(-1)) || !isFormula(tex))))
    return undefined;
  return { type: "math", raw, text: tex, display: dollars !== undefined || brackets !== undefined };
}

/** What stands between single dollar signs is a formula if it cannot be prices: `$x$`, `$a^2 + b^2$`, `$2\pi$`. */
function isFormula(tex: string): boolean {
  if (tex.includes("\n")) return false;
  if (/^[A-Za-z]['′]?$/.test(tex)) return true;
  return /^[\d.,]/.test(tex) ? /[\\^_]/.test(tex) : /[\\^_=<>+]/.test(tex);
}

const lastRaw = (tokens: readonly Token[]): string => tokens.at(-1)?.raw ?? "";

/** The longest that a formula can be, and what an attempt to read one costs at most, in characters. */
const longest = 2000;
/** How many characters may be looked at for the formulas of one text: enough for hundreds of them in a long answer. */
const patience = 8_000_000;

/**
 * What the lexer needs to know of formulas, to read one text. It costs no more than `patience`: signs that open thousands
 * of formulas which never end are text from some point on.
 */
export function createMathRules(): NonNullable<MarkedOptions["extensions"]> {
  let left = patience;

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
        blockStart.test(source)
          ? // Where a block may begin, the lexer looks once more at all that follows.
            attempt(() => readMathBlock(source), longest + source.length)
          : undefined,
    ],
    inline: [
      (source, tokens) =>
        inlineStart.test(source)
          ? attempt(() => readMathInline(source, lastRaw(tokens as Token[])), longest)
          : undefined,
    ],
    startBlock: [(source) => indexOf(source, /\n {0,3}(?:\$\$|\\\[)/)],
    startInline: [(source) => indexOf(source, /\$|\\[([]/)],
  };
}
