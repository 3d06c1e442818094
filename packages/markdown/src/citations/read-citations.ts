import type { Inline, CitationLabel } from "../tree.ts";

/** `[1]`, `[1, 2]`, `[^1]`, `[^name]`, and the signs that some models use: `【1】`, `【1†name】`. */
const citation =
  /\[\^?\d{1,3}(?:, ?\^?\d{1,3}){0,9}\]|\[\^[\p{L}\d_-]{1,40}\]|【\d{1,3}(?:†[^】\n]{0,80})?】/gu;

/** Text with its citations set apart. Whether there are such sources is seen where they are drawn. */
export function readCitations(text: string): readonly Inline[] {
  if (!text.includes("[") && !text.includes("【")) return [{ type: "text", text }];
  const inlines: Inline[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(citation)) {
    if (index > end) inlines.push({ type: "text", text: text.slice(end, index) });
    inlines.push({ type: "cite", labels: labelsIn(written), text: written });
    end = index + written.length;
  }
  if (end < text.length) inlines.push({ type: "text", text: text.slice(end) });
  return inlines;
}

/** What a footnote is cited by: its number, or its name in any case. */
export const labelOf = (name: string): CitationLabel => (/\D/.test(name) ? name.toLowerCase() : Number(name));

const labelsIn = (written: string): CitationLabel[] =>
  written
    .replace(/†.*/, "")
    .match(/[\p{L}\d_-]+/gu)
    ?.map(labelOf) ?? [];
