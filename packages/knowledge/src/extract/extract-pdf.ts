import { getDocumentProxy } from "unpdf";
import { packBlocks } from "../split/pack-blocks.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { ReadingError } from "./reading-error.ts";
import { isNoTitle, titleOfFile } from "./title-of-file.ts";

/** Signs that a font draws and that stand for no letter. */
const unreadable = /[\ufffd\p{Co}\p{Cc}]/gu;
/** Page numbers that a note names. */
const maxNamed = 20;

/** The text of a page as far as it is known, or why there is none. */
type PageText = { readonly text: string } | { readonly lost: "empty" | "unreadable" | "damaged" };

const sentences = {
  empty: { one: "has no text and may be a scan", many: "have no text and may be scans" },
  unreadable: {
    one: "has text in a font that does not say what its signs mean",
    many: "have text in a font that does not say what its signs mean",
  },
  damaged: { one: "is damaged", many: "are damaged" },
} as const;

/**
 * Reads a PDF, one section a page, so that a link opens at the right one. Pages that cannot be read are named.
 *
 * @throws ReadingError when it is encrypted or damaged, or no page of it can be read
 */
export async function extractPdf({
  name,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<ExtractedDocument> {
  const { pages, title = titleOfFile(name) } = await readPages(bytes);
  const isLost = pages.every((page) => "lost" in page);
  if (isLost && pages.some((page) => "lost" in page && page.lost !== "empty"))
    throw new ReadingError("No page of the PDF can be read.");
  if (isLost) throw new ReadingError("The PDF has no text in it; it may be a scan.");
  const passages = joinPages(pages.map((page) => ("text" in page ? page.text : ""))).flatMap((text, index) =>
    packBlocks([{ kind: "paragraph", text }]).map((passage) => ({
      headings: [title, `Page ${index + 1}`],
      anchor: `page=${index + 1}`,
      text: passage,
    })),
  );
  const notes = notesOn(pages);
  return { title, url: null, passages, ...(notes.length > 0 && { notes }) };
}

async function readPages(bytes: Uint8Array): Promise<{ pages: readonly PageText[]; title?: string }> {
  try {
    const pdf = await getDocumentProxy(bytes);
    const pages: PageText[] = [];
    for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(pdf, number));
    const { info } = await pdf.getMetadata();
    const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
    return isNoTitle(title) ? { pages } : { pages, title };
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === "PasswordException";
    throw new ReadingError(encrypted ? "The PDF is password-protected." : "The file is not a readable PDF.", {
      cause,
    });
  }
}

async function readPage(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
  number: number,
): Promise<PageText> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    page.cleanup();
    const signs = text.replace(/\s+/g, "");
    if (signs === "") return { lost: "empty" };
    return signs.replace(unreadable, "").length * 2 < signs.length ? { lost: "unreadable" } : { text };
  } catch {
    return { lost: "damaged" };
  }
}

function notesOn(pages: readonly PageText[]): readonly string[] {
  const kinds = ["empty", "unreadable", "damaged"] as const;
  return kinds.flatMap((kind) => {
    const numbers = pages.flatMap((page, at) => ("lost" in page && page.lost === kind ? [at + 1] : []));
    if (numbers.length === 0) return [];
    const named = numbers.slice(0, maxNamed).join(", ");
    const others = numbers.length > maxNamed ? ` and ${numbers.length - maxNamed} more` : "";
    const { one, many } = sentences[kind];
    return numbers.length === 1
      ? [`Page ${named} ${one}: it is not read.`]
      : [`Pages ${named}${others} ${many}: they are not read.`];
  });
}

/** Lines at the top and at the bottom of a page that may be those of all pages. */
const edgeLines = 2;
/** A sentence that a page's end divides is completed on that page, if it ends within this many characters of the next. */
const maxRest = 500;
/** Longer lines are no headers and footers. */
const maxRunningLine = 200;

/**
 * The text of each page: without the lines that stand at the edge of most pages, but on the first page that has them, and
 * with words whole that lines and pages divide. The sentence of a word that a page's end divides stays whole too.
 *
 * @param pages their lines, divided by line ends
 */
export function joinPages(pages: readonly string[]): readonly string[] {
  const lines = pages.map((page) => page.split("\n").map((line) => line.trim()));
  const texts = withoutRunningLines(lines).map(joinLines);
  for (const [at, text] of texts.entries()) {
    const next = texts.findIndex((other, index) => index > at && other !== "");
    const rest = texts[next];
    if (rest === undefined || !/\p{Ll}-$/u.test(text) || !/^\p{Ll}/u.test(rest)) continue;
    const end = rest.slice(0, maxRest).search(/[.!?…。](?=\s|$)/u);
    const moved = end < 0 ? (/^\S+/.exec(rest)?.[0] ?? "") : rest.slice(0, end + 1);
    texts[at] = text.slice(0, -1) + moved;
    texts[next] = rest.slice(moved.length).trim();
  }
  return texts;
}

/** A page's lines as running text. */
function joinLines(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
}

function withoutRunningLines(pages: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const filled = pages.map((lines) => lines.filter((line) => line !== ""));
  const withText = filled.filter((lines) => lines.length > 0).length;
  const places = [0, 1].flatMap((side) => Array.from({ length: edgeLines }, (_, place) => ({ side, place })));
  const running = new Map<string, number[]>();
  for (const [page, lines] of filled.entries())
    for (const { side, place } of places) {
      const line = lines.at(side === 0 ? place : -1 - place);
      // A page of one line is not all edge.
      if (line === undefined || lines.length <= place + 1) continue;
      const key = `${side} ${withoutPageNumber(line, page)}`;
      running.set(key, [...(running.get(key) ?? []), page]);
    }
  const isRunning = (key: string, page: number) => {
    const on = running.get(key) ?? [];
    return on.length >= 2 && on.length * 2 > withText && on[0] !== page;
  };
  return filled.map((lines, page) =>
    lines.filter((line, at) => {
      const key = withoutPageNumber(line, page);
      const isTop = at < edgeLines && lines.length > at + 1 && isRunning(`0 ${key}`, page);
      const fromEnd = lines.length - 1 - at;
      return !isTop && !(fromEnd < edgeLines && lines.length > fromEnd + 1 && isRunning(`1 ${key}`, page));
    }),
  );
}

const ofTotal = /\d+(?= ?(?:\/|of|von|de|di|van|z|из) ?\d+[^\p{L}\d]*$)/iu;
const atEdge = /(?<=^[^\p{L}\d]*)\d+(?=\D|$)|\d+(?=[^\p{L}\d]*$)/gu;

/** A line as on every page: a number that grows from page to page is the page's own. */
function withoutPageNumber(line: string, page: number): string {
  if (line.length > maxRunningLine) return line;
  return line.replace(ofTotal.test(line) ? ofTotal : atEdge, (number) => `#${Number(number) - page}`);
}
