import type { Inline } from "./tree.ts";

/** `[1]`, `[1, 2]`, `[^1]`, and the signs that some models use: `【1】`, `【1†name】`. */
const citation = /\[\^?\d{1,3}(?:, ?\^?\d{1,3}){0,9}\]|【\d{1,3}(?:†[^】\n]{0,80})?】/g;

/** Text with its citations set apart. Whether there are such sources is seen where they are drawn. */
export function readCitations(text: string): readonly Inline[] {
  if (!text.includes("[") && !text.includes("【")) return [{ type: "text", text }];
  const inlines: Inline[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(citation)) {
    if (index > end) inlines.push({ type: "text", text: text.slice(end, index) });
    inlines.push({ type: "cite", numbers: numbersIn(written), text: written });
    end = index + written.length;
  }
  if (end < text.length) inlines.push({ type: "text", text: text.slice(end) });
  return inlines;
}

/** The numbers that a whole answer cites, each once; numbers in its code count too. */
export function citedNumbers(text: string): ReadonlySet<number> {
  return new Set(Array.from(text.matchAll(citation), ([written]) => numbersIn(written)).flat());
}

const numbersIn = (written: string): number[] => (written.split("†")[0]?.match(/\d+/g) ?? []).map(Number);
