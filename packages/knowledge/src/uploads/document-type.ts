import { isUtf8 } from "node:buffer";
import { extname } from "node:path";
import type { DocumentKind } from "../extract/document-kind.ts";
import { describeZip, isCompound } from "../extract/word-document.ts";

/** How an upload describes itself. */
interface Upload {
  readonly bytes: Uint8Array;
  /** As its sender says; absent where it says nothing. */
  readonly contentType?: string | undefined;
  readonly path: string;
}

const ofContentType: ReadonlyMap<string, DocumentKind> = new Map([
  ["text/markdown", "markdown"],
  ["text/x-markdown", "markdown"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["text/plain", "text"],
  ["text/csv", "csv"],
  ["application/csv", "csv"],
  ["text/tab-separated-values", "csv"],
  ["application/pdf", "pdf"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
]);

const ofEnding: ReadonlyMap<string, DocumentKind> = new Map([
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".html", "html"],
  [".htm", "html"],
  [".xhtml", "html"],
  [".txt", "text"],
  [".text", "text"],
  [".csv", "csv"],
  [".tsv", "csv"],
  [".pdf", "pdf"],
  [".docx", "docx"],
]);

/** Whether the ending of a file's name is one of those that can be read. */
export function hasReadableEnding(path: string): boolean {
  return ofEnding.has(extname(path).toLowerCase());
}

/** How much of a document is looked at, in bytes. */
const sampled = 65_536;
/** Bytes before the mark of a PDF that readers pass over. */
const maxBeforePdf = 1_024;

/**
 * How a document is read: by its content where that shows it, then by what its sender says, then by its name. `undefined`
 * if it cannot be read.
 */
export function documentType({ bytes, contentType, path }: Upload): DocumentKind | undefined {
  const told =
    ofContentType.get((contentType ?? "").replace(/;.*$/s, "").trim().toLowerCase()) ??
    ofEnding.get(extname(path).toLowerCase());
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sampled));
  if (start.subarray(0, maxBeforePdf).includes("%PDF-")) return "pdf";
  if (isZip(start)) {
    const zip = describeZip(bytes);
    // A damaged one is what it is said to be: reading it says that it is damaged.
    if (zip === undefined) return told === "docx" ? "docx" : undefined;
    return zip.isWord ? "docx" : undefined;
  }
  if (isCompound(start)) return told === "docx" && isEncrypted(start, bytes) ? "docx" : undefined;
  if (!isText(start, bytes)) return told === "pdf" || told === "docx" ? told : undefined;
  if (/^\s*(?:\{\\rtf|%!PS)/.test(start.toString("latin1", 0, 64))) return undefined;
  if (isHtml(start)) return "html";
  return told;
}

const isZip = (start: Buffer) => start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

function isEncrypted(start: Buffer, bytes: Uint8Array): boolean {
  const name = Buffer.from("EncryptedPackage", "utf16le");
  return start.includes(name) || Buffer.from(bytes.subarray(-sampled)).includes(name);
}

/** Whether it begins as a page does, perhaps after comments and a declaration. */
function isHtml(start: Buffer): boolean {
  let text = start.toString("utf8", 0, 4_096).replace("\ufeff", "").trimStart();
  for (;;) {
    const end = text.startsWith("<!--") ? "-->" : text.startsWith("<?xml") ? ">" : undefined;
    if (end === undefined) return /^<(?:!doctype\s+html|html[\s>])/i.test(text);
    const at = text.indexOf(end);
    if (at < 0) return false;
    text = text.slice(at + end.length).trimStart();
  }
}

/** Whether bytes are those of a text in some encoding. */
function isText(start: Buffer, bytes: Uint8Array): boolean {
  const isWide = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (isWide) return true;
  if (start.includes(0)) return false;
  if (isUtf8(bytes)) return true;
  let control = 0;
  for (const byte of start) if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)) control++;
  return control * 200 < start.length;
}
