import { packBlocks } from "../split/pack-blocks.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { ReadingError } from "./reading-error.ts";
import { titleOfFile } from "./title-of-file.ts";

/** What may stand between two cells. Spreadsheets write what the country does not use in numbers. */
const separators = [",", ";", "\t", "|"] as const;
/** Characters of a file by which its separator is chosen. */
const sampled = 4096;

/**
 * Reads a table as text (RFC 4180): each row after the first as a paragraph that names its cells by the heads of their
 * columns, so that a row says the same wherever it is read.
 *
 * @throws ReadingError when there is no row below the heads
 */
export function extractCsv({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): ExtractedDocument {
  const title = titleOfFile(name);
  const named = /^sep=(.)\n/.exec(text);
  const table = named ? text.slice(named[0].length) : text;
  const rows = readRows(table, named?.[1] ?? separatorOf(table));
  const { value: heads = [] } = rows.next();
  const blocks = [...rows].flatMap((cells) => {
    const row = rowText(heads, cells);
    return row === "" ? [] : [{ kind: "paragraph" as const, text: row }];
  });
  if (blocks.length === 0)
    throw new ReadingError("The table has no rows below its first one, which names the columns.");
  const passages = packBlocks(blocks).map((passage) => ({ headings: [title], anchor: null, text: passage }));
  return { title, url: null, passages };
}

function rowText(heads: readonly string[], cells: readonly string[]): string {
  return cells
    .flatMap((cell, at) => {
      const value = oneLine(cell);
      const head = oneLine(heads[at] ?? "");
      if (value === "") return [];
      return [head === "" ? value : `${head}: ${value}`];
    })
    .join("; ");
}

const oneLine = (cell: string) => cell.replace(/\s+/g, " ").trim();

/** The sign that stands most often between the cells of the first rows. */
function separatorOf(text: string): string {
  const plain = text.slice(0, sampled).replace(/"[^"]*"/g, "");
  const [first = ""] = plain.trimStart().split("\n");
  const counts = separators.map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ",";
}

/** Row by row: empty ones are left out. A quotation that does not end goes to the end of the text. */
function* readRows(text: string, separator: string): Generator<readonly string[], undefined> {
  let cells: string[] = [];
  for (let at = 0; at <= text.length;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator);
    cells.push(cell.value);
    at = cell.end + 1;
    if (text[cell.end] === separator) continue;
    if (cells.some((each) => each.trim() !== "")) yield cells;
    cells = [];
  }
  return undefined;

  function readQuoted(from: string, start: number): { value: string; end: number } {
    let value = "";
    let at = start + 1;
    for (;;) {
      const quote = from.indexOf('"', at);
      if (quote < 0) return { value: value + from.slice(at), end: from.length };
      value += from.slice(at, quote);
      if (from[quote + 1] !== '"') {
        const rest = readPlain(from, quote + 1, separator);
        return { value: value + rest.value, end: rest.end };
      }
      value += '"';
      at = quote + 2;
    }
  }
}

function readPlain(text: string, start: number, separator: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end++;
  return { value: text.slice(start, end), end };
}
