import { extractText, getDocumentProxy } from "unpdf";
import { packBlocks } from "../split/pack-blocks.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { ReadingError } from "./reading-error.ts";
import { titleOfFile } from "./title-of-file.ts";

/**
 * Reads a PDF, one section a page, so that a link opens at the right one.
 *
 * @throws ReadingError when it is encrypted, damaged, or has pictures of text only
 */
export async function extractPdf({
  name,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<ExtractedDocument> {
  const { pages, title = titleOfFile(name) } = await readPages(bytes);
  if (pages.every((page) => page.trim() === "")) {
    throw new ReadingError("The PDF has no text in it; it may be a scan.");
  }
  const passages = pages.flatMap((page, index) =>
    packBlocks([{ kind: "paragraph", text: joinLines(page) }]).map((text) => ({
      headings: [title, `Page ${index + 1}`],
      anchor: `page=${index + 1}`,
      text,
    })),
  );
  return { title, url: null, passages };
}

async function readPages(bytes: Uint8Array): Promise<{ pages: readonly string[]; title?: string }> {
  try {
    const pdf = await getDocumentProxy(bytes);
    const { text } = await extractText(pdf, { mergePages: false });
    const { info } = await pdf.getMetadata();
    const title = "Title" in info && typeof info.Title === "string" ? info.Title.trim() : "";
    return title ? { pages: text, title } : { pages: text };
  } catch (cause) {
    const encrypted = cause instanceof Error && cause.name === "PasswordException";
    throw new ReadingError(encrypted ? "The PDF is password-protected." : "The file is not a readable PDF.", {
      cause,
    });
  }
}

/** A page's lines as running text; a word divided at a line's end becomes whole again. */
function joinLines(page: string): string {
  return page
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
}
