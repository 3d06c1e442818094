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
  if (!match || !tex?.trim()) return undefined;
  if (match[1] !== undefined && !tex.includes("\n") && !isDisplayed(tex.trim())) return undefined;
  return { type: "math", raw: match[0], text: tex.trim(), display: true };
}

/** A formula in running text; `before` is the preceding text. */
export function readMathInline(source: string, before: string): MathToken | undefined {
  const match = inlineRule.exec(source);
  if (!match) return undefined;
  const [raw, dollars, brackets, parentheses, dollar] = match;
  const tex = (dollars ?? brackets ?? parentheses ?? dollar)?.trim();
  if (!tex) return undefined;
  if (dollar !== undefined && (/[\w$\\]/.test(before.slice(-1)) || !isFormula(tex))) return undefined;
  if (dollars !== undefined && (before.endsWith("$") || !isDisplayed(tex))) return undefined;
  return { type: "math", raw, text: tex, display: dollars !== undefined || brackets !== undefined };
}

/**
 * Text between single dollar signs is a formula if it cannot be prices, names or code: `$x$`, `$a^2 + b^2$`, `$2\pi$`,
 * but not `$5 or $10`, `$first_name$`, `$a=1$`.
 */
function isFormula(tex: string): boolean {
  if (tex.includes("\n") || isProse(tex)) return false;
  if (/^[A-Za-z]['′]?$/.test(tex)) return true;
  if (hasScript(tex) || hasCommand(tex)) return true;
  return !/^[\d.,]/.test(tex) && isRelation(tex);
}

/** Text between doubled dollar signs is a formula unless these are signs of a price level: `$$, $$$`. */
function isDisplayed(tex: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(tex) || /^[,;.:!?)\]}/–—…·•-]\s*(?![\d\\])|[,;:([{]$/.test(tex)) return false;
  if (hasScript(tex) || hasCommand(tex) || tex.includes("=")) return !tex.startsWith("=");
  return !isProse(tex) && (!/(?<!\p{L})\p{L}{2,}(?!\p{L}|\()/u.test(tex) || /\S\s*[+<>*/-]\s*\S/.test(tex));
}

/** Two plain words side by side, or an amount with a word. */
const isProse = (tex: string): boolean =>
  /(?<![\\A-Za-z{])(?!d[a-z]\b)[A-Za-z]{2,}[,;]?\s+(?!d[a-z]\b)[A-Za-z]{2,}/.test(
    tex.replace(/\{[^{}]*\}/g, "{}"),
  ) || /^[\d.,]+\s+[A-Za-z]{2,}/.test(tex);

/** A TeX command, not a folder in a path: `\pi`, but not `HOME\bin`. */
const hasCommand = (tex: string): boolean =>
  /\\(?:[A-Za-z]+|[{}|,;:! ])/.test(tex) && !/(?<![\\A-Za-z])[A-Za-z]{3,}\\|:\\/.test(tex);

/** A superscript, or a subscript that is not part of a name: `x^2`, `a_i`, `x_{max}`, but not `first_name`. */
const hasScript = (tex: string): boolean =>
  /[\p{L}\d)\]}'|]\s*\^\s*[\p{L}\d*+({\\'-]/u.test(tex) ||
  /(?:(?<![\w\\])\p{L}{1,2}'?|[)\]}|]|\\[A-Za-z]+)_(?:\{|\\[A-Za-z]|[\p{L}\d](?![\p{L}_]))/u.test(tex);

/** A sum, an equation or a comparison of short names that is neither a setting nor code: `a + b`, `F = ma`, but not `a=1`. */
const isRelation = (tex: string): boolean =>
  /[\p{L}\d)\]}'|.]\s*[=<>+]+\s*[\p{L}\d([{|\\.+-]/u.test(tex) &&
  !tex.split(/[,;&\s]/).every((part) => part === "" || /^[A-Za-z]\w*=(?:[\d.]+|\w{4,})?$/.test(part)) &&
  !/[=!]=|[-=]>|\+\+|--|[&|]{2}|[+*-]=|\w_\w/.test(tex) &&
  !/(?<![A-Za-z])(?!sinh|cosh|tanh)(?:[a-z]{4,}|[A-Z]{3,}(?![a-z])|[A-Z][a-z]{3,})/.test(tex);

/**
 * Whether later text can still make a formula of a text that ends in it, which begins with its delimiter.
 */
export function mayBecomeFormula(opened: string): boolean {
  const [delimiter = ""] = /^(?:\${1,2}|\\[([])/.exec(opened) ?? [];
  const tex = opened.slice(delimiter.length);
  if (tex.length > maxFormula || /\n[ \t]*\n/.test(tex)) return false;
  if (delimiter.startsWith("\\")) return true;
  if (tex === "") return true;
  if (delimiter === "$$")
    return !/^\s*[,;.:!?)\]}/–—…·•]/.test(tex) && (!isProse(tex) || /[\\^_=]/.test(tex));
  return !/^\s|\n/.test(tex) && !isProse(tex);
}

/** The maximum length of a formula, and the maximum cost of an attempt to read one, in characters. */
export const maxFormula = 2000;
