import { convertToHtml, images } from "mammoth";
import { splitMarkdown } from "../split/split-markdown.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { toMarkdown } from "./extract-html.ts";
import { limitDepth } from "./limit-depth.ts";
import { ReadingError } from "./reading-error.ts";
import { titleOfFile } from "./title-of-file.ts";
import { describeZip, isCompound, readWordParts, type WordParts } from "./word-document.ts";

/** Elements in elements of its XML: ten tables in one another have a third of that. */
const maxDepth = 300;
/** Characters of a part that is not read, in the note that names it. */
const maxShown = 80;

/** Parts of a document that are not read, and what they are called. */
const unreadParts: readonly (readonly [RegExp, string])[] = [
  [/^word\/header\d*\.xml$/, "The page header"],
  [/^word\/footer\d*\.xml$/, "The page footer"],
  [/^word\/charts\/chart\d*\.xml$/, "The text of a chart"],
  [/^word\/diagrams\/data\d*\.xml$/, "The text of a diagram"],
];

/**
 * Reads a Word document (DOCX) along its headings: paragraphs, lists and tables. Pictures are left out, and nothing
 * that it refers to is opened. Text that is left out is named.
 *
 * @throws ReadingError when it is damaged, unpacks to more than it says, or is nested too deeply
 */
export async function extractDocx({
  name,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<ExtractedDocument> {
  const parts = readWordParts(bytes);
  if (!parts) throw new ReadingError(whyUnreadable(bytes));
  for (const [, xml] of parts)
    if (depthOf(xml) > maxDepth)
      throw new ReadingError("The Word document's parts are nested too deeply to be read.");
  const markdown = toMarkdown(limitDepth(await toHtml(bytes)));
  const split = splitMarkdown({ markdown, fallbackTitle: titleOfFile(name), anchors: "own" });
  const notes = [...(split.notes ?? []), ...notesOn(parts)];
  return { ...split, url: null, ...(notes.length > 0 && { notes }) };
}

function whyUnreadable(bytes: Uint8Array): string {
  if (isCompound(bytes)) return "The Word document is password-protected. Save it without a password.";
  if (describeZip(bytes)?.isTooLarge)
    return "The Word document unpacks to more than 64 MB, which is too large to be read.";
  return "The file is not a readable Word document.";
}

async function toHtml(bytes: Uint8Array): Promise<string> {
  // Pictures would come as megabytes of base64.
  const convertImage = images.imgElement(async () => ({ src: "" }));
  // A document may contain its own rules for its styles, and name files of this machine.
  const options = { convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false };
  try {
    const { value } = await convertToHtml({ buffer: Buffer.from(bytes) }, options);
    // The arrows that lead back from footnotes and comments would be read as their last word.
    return value.replace(/<img[^<>]*>/g, "").replace(/ ?<a href="#[^"<>]*">↑<\/a>/g, "");
  } catch (cause) {
    throw new ReadingError("The file is not a readable Word document.", { cause });
  }
}

/** XML ends all that it begins. */
function depthOf(xml: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = xml.indexOf("<"); at >= 0;) {
    const end = xml.indexOf(">", at);
    const next = xml[at + 1];
    if (next === "/") depth--;
    else if (next !== "!" && next !== "?" && xml[end - 1] !== "/") depth++;
    deepest = Math.max(deepest, depth);
    at = end < 0 ? -1 : xml.indexOf("<", end);
  }
  return deepest;
}

function notesOn(parts: WordParts): readonly string[] {
  const notes = new Set<string>();
  for (const [name, xml] of parts) {
    const kind = unreadParts.find(([pattern]) => pattern.test(name))?.[1];
    const text = kind === undefined ? "" : textIn(xml);
    if (text === "") continue;
    const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
    notes.add(`${kind} is not read: “${shown}”.`);
  }
  const formulas = parts.get("word/document.xml")?.match(/<m:oMath[ >]/g)?.length ?? 0;
  if (formulas > 0)
    notes.add(formulas === 1 ? "A formula is not read." : `${formulas} formulas are not read.`);
  return [...notes];
}

/** The text of a part's XML, on one line. A page's number alone is none. */
function textIn(xml: string): string {
  const text = xml
    .replace(/<[a-z]+:instrText\b[^<]*<\/[a-z]+:instrText>/g, "")
    .replace(/<\/(?:w|a):p>|<w:tab\/>|<w:br\/>|<\/c:v>/g, " ")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|apos);/g, (entity, which: string) => characters[which] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
  return /\p{L}/u.test(text) ? text : "";
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
