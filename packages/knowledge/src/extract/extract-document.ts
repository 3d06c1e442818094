import type { NewPassage } from "@servicechat/storage";
import { cleanText } from "@servicechat/contract";
import { decodeText } from "./decode-text.ts";
import type { DocumentKind } from "./document-kind.ts";
import { extractMarkdown } from "./extract-markdown.ts";
import { extractText } from "./extract-text.ts";
import { ReadingFault } from "./reading-fault.ts";

/** One file to be read. */
export interface RawDocument {
  readonly kind: DocumentKind;
  /** The file's name, from which a title is made when the file has none. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a file says. */
export interface ExtractedDocument {
  readonly title: string;
  /** The public address that the file itself names; `null` when it names none. */
  readonly url: string | null;
  /** At least one. */
  readonly passages: readonly NewPassage[];
}

/**
 * Reads one file and cuts it into passages.
 *
 * @throws ReadingFault when it is empty, damaged, encrypted or holds no text
 */
export async function extractDocument(document: RawDocument): Promise<ExtractedDocument> {
  if (document.bytes.length === 0) throw new ReadingFault("The file is empty.");
  const { title, url, passages } = await extract(document);
  const clean = passages
    .map((passage) => ({
      headings: passage.headings.map((heading) => storable(heading).slice(0, 300)),
      anchor: passage.anchor,
      text: storable(passage.text).trim(),
    }))
    .filter((passage) => passage.text !== "");
  if (clean.length === 0) throw new ReadingFault("The file has no text.");
  return { title: storable(title).slice(0, 300), url, passages: clean };
}

async function extract({ kind, name, bytes }: RawDocument): Promise<ExtractedDocument> {
  switch (kind) {
    case "markdown":
      return extractMarkdown({ name, text: decodeText(bytes) });
    case "text":
      return extractText({ name, text: decodeText(bytes) });
    // Loaded only when there is such a file: both bring large libraries.
    case "html":
      return (await import("./extract-html.ts")).extractHtml({ name, html: decodeText(bytes) });
    case "pdf":
      return (await import("./extract-pdf.ts")).extractPdf({ name, bytes });
  }
}

/** Text that says to a model what it says to a reader, and that every database can keep. */
function storable(text: string): string {
  return cleanText(text.replaceAll("\0", ""));
}
