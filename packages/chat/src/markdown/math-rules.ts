import type { MarkedOptions, Token } from "marked";

/** A token of the lexer that is a formula. */
export interface MathToken {
  readonly type: "math";
  readonly raw: string;
  readonly text: string;
  readonly display: boolean;
}

// A formula has no blank line, and an end within reach: what is opened and never closed costs little.
const inside = String.raw`(?:\\[^]|(?!\n[ \t]*\n)[^\\$]){1,2000}?`;
const blockRule = new RegExp(
  String.raw`^ {0,3}(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\])[ \t]*(?:\n|$)`,
);
const inlineRule = new RegExp(
  String.raw`^(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\]|\\\((${inside})\\\)|\$(?!\s)(${inside})(?<!\s)\$(?![\w$]))`,
);

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
  if (!tex || (dollar !== undefined && (/[\w$\\]$/.test(before) || !isFormula(tex)))) return undefined;
  return { type: "math", raw, text: tex, display: dollars !== undefined || brackets !== undefined };
}

/** What stands between single dollar signs is a formula if it cannot be prices: `$x$`, `$a^2 + b^2$`, `$2\pi$`. */
function isFormula(tex: string): boolean {
  if (tex.includes("\n")) return false;
  if (/^[A-Za-z]['′]?$/.test(tex)) return true;
  return /^[\d.,]/.test(tex) ? /[\\^_]/.test(tex) : /[\\^_=<>+]/.test(tex);
}

const lastRaw = (tokens: readonly Token[]): string => tokens.at(-1)?.raw ?? "";

const indexOf = (source: string, rule: RegExp): number | undefined => {
  const index = source.search(rule);
  return index < 0 ? undefined : index;
};

/** What the lexer needs to know of formulas. */
export const mathRules: NonNullable<MarkedOptions["extensions"]> = {
  renderers: {},
  childTokens: {},
  block: [(source) => readMathBlock(source)],
  inline: [(source, tokens) => readMathInline(source, lastRaw(tokens as Token[]))],
  startBlock: [(source) => indexOf(source, /\n {0,3}(?:\$\$|\\\[)/)],
  startInline: [(source) => indexOf(source, /\$|\\[([]/)],
};
