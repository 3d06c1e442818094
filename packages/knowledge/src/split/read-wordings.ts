import { cleanText } from "@servicechat/contract";
import type { NewPassage } from "@servicechat/storage";

/** Other ways in which people ask what a section answers. */
export interface Wordings {
  readonly wordings: readonly string[];
  /** Sentences for the operator: what was left out, and why. */
  readonly notes: readonly string[];
}

/** In UTF-16 units: a longer text is not a question but a story. */
const maxWording = 200;
const maxWordings = 30;
const maxShown = 40;

/** How a comment with wordings begins. Without the colon only where the line ends, or it may be any comment. */
const beginning = /^also asked[ \t]*[:\n]/i;

/**
 * Reads the wordings in the HTML comments of one section, one a line. All other comments say nothing.
 *
 * @example
 * readWordings("<!-- also asked:\nhow much is it\nwie viel kostet das\n-->");
 * // { wordings: ["how much is it", "wie viel kostet das"], notes: [] }
 */
export function readWordings(html: string): Wordings {
  const notes: string[] = [];
  const wordings = new Map<string, string>();
  for (const { text, isClosed } of commentsIn(html)) {
    const begun = beginning.exec(text);
    if (!begun) continue;
    if (!isClosed) {
      notes.push(
        'The comment with other wordings has no end ("-->"): the rest of the page is a comment too.',
      );
      continue;
    }
    for (const line of text.slice(begun[0].length).split("\n")) {
      const wording = readLine(line);
      if (wording.length > maxWording)
        notes.push(
          `A wording may have ${maxWording} characters: “${wording.slice(0, maxShown)}…” is left out.`,
        );
      else if (/[\p{L}\p{N}]/u.test(wording) && !wordings.has(wording.toLowerCase()))
        wordings.set(wording.toLowerCase(), wording);
    }
  }
  const all = [...wordings.values()];
  const leftOut = all.length - maxWordings;
  if (leftOut > 0)
    notes.push(`A section may have ${maxWordings} wordings: the last ${leftOut} are left out.`);
  return { wordings: all.slice(0, maxWordings), notes };
}

/** A line may be written as an item of a list. */
function readLine(line: string): string {
  return cleanText(line.replaceAll("\0", ""))
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^[-*+] /, "")
    .trim();
}

function* commentsIn(html: string): Generator<{ readonly text: string; readonly isClosed: boolean }> {
  for (let end = 0; ;) {
    const start = html.indexOf("<!--", end);
    if (start < 0) return;
    const close = html.indexOf("-->", start + "<!--".length);
    const isClosed = close >= 0;
    end = isClosed ? close : html.length;
    yield { text: html.slice(start + "<!--".length, end).trim(), isClosed };
  }
}

/** Of all sections of a document. */
export function countWordings(passages: readonly NewPassage[]): number {
  return passages.reduce((sum, { wordings = [] }) => sum + wordings.length, 0);
}
