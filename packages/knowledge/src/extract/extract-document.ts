import type { NewPassage } from "@servicechat/storage";
import { cleanText } from "@servicechat/contract";
import { decodePage, decodeText } from "./decode-text.ts";
import type { DocumentKind } from "./document-kind.ts";
import { extractCsv } from "./extract-csv.ts";
import { extractMarkdown } from "./extract-markdown.ts";
import { extractText } from "./extract-text.ts";
import { ReadingError } from "./reading-error.ts";

/** One file to be read. */
export interface RawDocument {
  readonly kind: DocumentKind;
  /** The file's name, from which a title is made when the file has none. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Its title, where people gave it one: the passages are named by it instead of the document's own. */
  readonly title?: string;
  /** Whether it was uploaded: people save texts in the encoding that their programs choose. */
  readonly isUploaded?: true;
  /** Present when it was read from the web. */
  readonly page?: {
    readonly address: string;
    /** As the server named it; absent when it named none. */
    readonly charset?: string;
  };
}

/** The content of a file. */
export interface ExtractedDocument {
  readonly title: string;
  /** The public address that the file itself names; `null` when it names none. */
  readonly url: string | null;
  /** At least one; of a page none when it has no text, or asks not to be kept. */
  readonly passages: readonly NewPassage[];
  /** Whether a page asks not to be kept. */
  readonly isHidden?: true;
  /** Of a page: the addresses that it leads to on its own host, once each and without fragments. */
  readonly links?: readonly string[];
  /** Sentences for the operator about what is left out of it. */
  readonly notes?: readonly string[];
}

/**
 * Reads one file and cuts it into passages.
 *
 * @throws ReadingError when it is empty, damaged, encrypted or holds no text
 */
export async function extractDocument(document: RawDocument): Promise<ExtractedDocument> {
  if (document.bytes.length === 0) throw new ReadingError("The file is empty.");
  const { title, url, passages, links, notes, isHidden } = await extractWhole(document);
  const clean = passages
    .map(({ headings, anchor, text, wordings }) => ({
      headings: [document.title ?? headings[0] ?? "", ...headings.slice(1)].map((heading) =>
        storable(heading).slice(0, 300),
      ),
      anchor,
      text: storable(text).trim(),
      ...(wordings && { wordings }),
    }))
    .filter((passage) => passage.text !== "");
  if (clean.length === 0 && !document.page) throw new ReadingError("The file has no text.");
  const read = { title: storable(title).slice(0, 300), url, passages: clean };
  return { ...read, ...(links && { links }), ...(notes && { notes }), ...(isHidden && { isHidden }) };
}

/** What reads a document may call itself for each part in a part. */
async function extractWhole(document: RawDocument): Promise<ExtractedDocument> {
  try {
    return await extract(document);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ReadingError("The document's parts are nested too deeply to be read.", { cause });
  }
}

async function extract({ kind, name, bytes, page, isUploaded }: RawDocument): Promise<ExtractedDocument> {
  const text = () => (page || isUploaded ? decodePage(bytes, page?.charset) : decodeText(bytes));
  switch (kind) {
    case "markdown":
      return page
        ? withoutAnchors(extractMarkdown({ name, text: text() }))
        : extractMarkdown({ name, text: text() });
    case "text":
      return extractText({ name, text: text() });
    case "csv":
      return extractCsv({ name, text: text() });
    // Loaded only when there is such a file: both bring large libraries.
    case "html":
      return (await import("./extract-html.ts")).extractHtml({
        name,
        html: text(),
        ...(page && { address: page.address }),
      });
    case "pdf":
      return (await import("./extract-pdf.ts")).extractPdf({ name, bytes });
    case "docx":
      return (await import("./extract-docx.ts")).extractDocx({ name, bytes });
  }
}

/** Markdown as a server sends it is shown as it is: no heading of it can be linked to. */
function withoutAnchors(document: ExtractedDocument): ExtractedDocument {
  return { ...document, passages: document.passages.map((passage) => ({ ...passage, anchor: null })) };
}

/** Text that says to a model what it says to a reader, and that every database can keep. Invisible marks of where a word may break are removed. */
function storable(text: string): string {
  return cleanText(text.replace(/[\0\u00ad]/g, ""));
}
