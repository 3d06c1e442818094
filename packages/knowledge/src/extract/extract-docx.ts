import { convertToHtml, images } from "mammoth";
import { splitMarkdown } from "../split/split-markdown.ts";
import type { ExtractedDocument } from "./extract-document.ts";
import { toMarkdown } from "./extract-html.ts";
import { ReadingError } from "./reading-error.ts";
import { titleOfFile } from "./title-of-file.ts";
import { isSafeToUnpack } from "./word-document.ts";

/**
 * Reads a Word document (DOCX) along its headings: paragraphs, lists and tables. Pictures are left out, and nothing
 * that it refers to is opened.
 *
 * @throws ReadingError when it is damaged, or unpacks to more than it says
 */
export async function extractDocx({
  name,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<ExtractedDocument> {
  if (!isSafeToUnpack(bytes)) throw new ReadingError("The file is not a readable Word document.");
  const markdown = toMarkdown(await toHtml(bytes));
  return { ...splitMarkdown({ markdown, fallbackTitle: titleOfFile(name), anchors: "own" }), url: null };
}

async function toHtml(bytes: Uint8Array): Promise<string> {
  // Pictures would come as megabytes of base64.
  const convertImage = images.imgElement(async () => ({ src: "" }));
  // A document may contain its own rules for its styles, and name files of this machine.
  const options = { convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false };
  try {
    const { value } = await convertToHtml({ buffer: Buffer.from(bytes) }, options);
    return value.replace(/<img[^<>]*>/g, "");
  } catch (cause) {
    throw new ReadingError("The file is not a readable Word document.", { cause });
  }
}
