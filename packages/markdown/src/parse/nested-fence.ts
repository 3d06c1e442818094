import type { Tokens } from "marked";

/** What a block must be to contain other blocks of code: Markdown, or a text that may be. */
const maySurround = /^(?:|markdown|md|mdx|mkd|text|txt|plaintext|plain)$/i;

/** How far its end is looked for. */
const maxLines = 1000;

/**
 * A block of code that contains others, as models write when they quote Markdown. CommonMark ends it at the end of the
 * first one that it contains, and everything after it is turned inside out. `undefined`: it contains none.
 *
 * @param token The block as CommonMark reads it.
 * @param isGrowing Whether more of the text is to come: then the rest cannot say yet which end is meant.
 */
export function readNestedFence(
  source: string,
  token: Tokens.Code,
  isGrowing: boolean,
): Tokens.Code | undefined {
  const [opening, indent = "", fence = ""] = /^( {0,3})(`{3,}|~{3,})[^\n]*\n?/.exec(token.raw) ?? [];
  const sign = fence.charAt(0);
  if (opening === undefined || !maySurround.test(token.lang?.split(/\s/)[0] ?? "")) return undefined;
  if (!innerOpening(sign).test(token.text)) return undefined;
  const lines = source.slice(opening.length).split("\n", maxLines);
  const isClosing = new RegExp(`^ {0,3}[${sign}]{3,}[ \\t]*$`);
  let depth = 1;
  let balance = 0;
  let last: number | undefined;
  for (const [index, line] of lines.entries()) {
    const step = innerOpening(sign).test(line) ? 1 : isClosing.test(line) ? -1 : 0;
    balance -= step;
    // A longer fence is closed by one as long.
    if (last !== undefined || (depth + step === 0 && line.trim().length < fence.length)) continue;
    depth += step;
    if (depth === 0) last = index;
  }
  // With one end too few, the block was meant to end at the first.
  const isWhole = lines.length < maxLines;
  if (!isGrowing && (last === undefined || (isWhole && balance % 2 === 0))) return undefined;
  const body = lines.slice(0, last);
  const raw = opening + lines.slice(0, last === undefined ? undefined : last + 1).join("\n");
  const text = body.map((line) => line.replace(new RegExp(`^ {0,${indent.length}}`), "")).join("\n");
  return { ...token, raw, text: last === undefined ? text.replace(/\n$/, "") : text };
}

const innerOpening = (sign: string): RegExp =>
  sign === "`" ? /^ {0,3}`{3,}[^`\s][^`\n]*$/m : /^ {0,3}~{3,}[^~\s][^\n]*$/m;
