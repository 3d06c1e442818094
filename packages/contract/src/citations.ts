/** The label by which a source is cited: its number, or the name that an answer has given to its own footnote, in lower case. */
export type CitationLabel = number | string;

/**
 * A citation in an answer: `[1]`, `[1, 2]`, `[^1]`, `[^name]`, and the signs that some models use, `【1】` and `【1†name】`.
 * Numbers have one to three digits. Only the answer's list of sources shows whether such a source exists.
 */
export const citationPattern =
  /\[\^?\d{1,3}(?:, ?\^?\d{1,3}){0,9}\]|\[\^[\p{L}\d_-]{1,40}\]|【\d{1,3}(?:†[^】\n]{0,80})?】/gu;

/** The label that cites a footnote: its number, or its name in any case. */
export const labelOf = (name: string): CitationLabel => (/\D/.test(name) ? name.toLowerCase() : Number(name));

/** The labels in one citation, as `citationPattern` finds it. */
export const labelsIn = (citation: string): CitationLabel[] =>
  citation
    .replace(/†.*/, "")
    .match(/[\p{L}\d_-]+/gu)
    ?.map(labelOf) ?? [];

/** The numbers that a text in Markdown cites. Code cites nothing, nor does a link such as `[1](address)` or a footnote itself. */
export function citedNumbers(text: string): ReadonlySet<number> {
  const prose = withoutCode(text);
  const citations = [...prose.matchAll(citationPattern)].filter(({ 0: written, index }) => {
    const next = prose[index + written.length];
    const isFootnote = next === ":" && (index === 0 || prose[index - 1] === "\n");
    return next !== "(" && !isFootnote;
  });
  return new Set(
    citations.flatMap(([written]) => labelsIn(written).filter((label) => typeof label === "number")),
  );
}

/** Text without its fenced blocks and inline code. A fence without an end reaches to the end of the text. */
function withoutCode(text: string): string {
  let fence: string | undefined;
  const prose = text.split("\n").filter((line) => {
    const marker = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (fence === undefined) fence = marker;
    else if (marker === fence) fence = undefined;
    else return false;
    return marker === undefined;
  });
  return prose.join("\n").replaceAll(/`[^`\n]*`/g, " ");
}
