/** A token of the lexer that is a formula. */
export interface MathToken {
  readonly type: "math";
  readonly raw: string;
  readonly text: string;
  readonly display: boolean;
}

// A formula contains no blank line, and ends within reach: what is opened and never closed costs little.
const inside = String.raw`(?:\\[^]|(?!\n[ \t]*\n)[^\\$]){1,2000}?`; // longestFormula
const blockRule = new RegExp(
  String.raw`^ {0,3}(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\])[ \t]*(?:\n|$)`,
);
const inlineRule = new RegExp(
  String.raw`^(?:\$\$(${inside})\$\$(?!\$)|\\\[(${inside})\\\]|\\\((${inside})\\\)|\$(?!\s)(${inside})(?<!\s)\$(?![\w$]))`,
);

/** The start of a formula that is a separate block. */
export const mathBlockStart = /^ {0,3}(?:\$\$|\\\[)/;
/** The start of a formula in running text. */
export const mathInlineStart = /^(?:\$|\\[([])/;

/** A formula that is a separate block: `$$...$$` or `\[...\]`. */
export function readMathBlock(source: string): MathToken | undefined {
  const match = blockRule.exec(source);
  const tex = match?.[1] ?? match?.[2];
  return match && tex?.trim() ? { type: "math", raw: match[0], text: tex.trim(), display: true } : undefined;
}

/** A formula in running text; `before` is the preceding text. */
export function readMathInline(source: string, before: string): MathToken | undefined {
  const match = inlineRule.exec(source);
  if (!match) return undefined;
  const [raw, dollars, brackets, parentheses, dollar] = match;
  const tex = (dollars ?? brackets ?? parentheses ?? dollar)?.trim();
  if (!tex || (dollar !== undefined && (/[\w$\\]/.test(before.slice(-1)) || !isFormula(tex))))
    return undefined;
  return { type: "math", raw, text: tex, display: dollars !== undefined || brackets !== undefined };
}

/** Text between single dollar signs is a formula if it cannot be prices: `$x$`, `$a^2 + b^2$`, `$2\pi$`. */
function isFormula(tex: string): boolean {
  if (tex.includes("\n")) return false;
  if (/^[A-Za-z]['′]?$/.test(tex)) return true;
  return /^[\d.,]/.test(tex) ? /[\\^_]/.test(tex) : /[\\^_=<>+]/.test(tex);
}

/** The maximum length of a formula, and the maximum cost of an attempt to read one, in characters. */
export const maxFormula = 2000;
