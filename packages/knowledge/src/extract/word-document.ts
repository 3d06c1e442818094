import { listZip, unpackEntry } from "./zip-entries.ts";

/** The maximum unpacked size of all files in a document, in bytes. */
const maxUnpacked = 64 * 1024 * 1024;

/** Whether these are the bytes of a Word document (DOCX), by the directory of its archive; nothing is unpacked. */
export function isWordDocument(bytes: Uint8Array): boolean {
  const entries = bytes[0] === 0x50 && bytes[1] === 0x4b ? listZip(bytes) : undefined;
  if (!entries) return false;
  const names = new Set(entries.map(({ name }) => name));
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  return names.has("[Content_Types].xml") && names.has("word/document.xml") && unpacked <= maxUnpacked;
}

/** XML of a document, by its name in the archive. */
export type WordParts = ReadonlyMap<string, string>;

/**
 * The XML of a Word document; `undefined` if it is none, or larger unpacked than it says: only otherwise may a library
 * unpack it.
 */
export function readWordParts(bytes: Uint8Array): WordParts | undefined {
  if (!isWordDocument(bytes)) return undefined;
  const parts = new Map<string, string>();
  for (const entry of listZip(bytes) ?? []) {
    const content = unpackEntry(bytes, entry);
    if (!content) return undefined;
    if (entry.name.endsWith(".xml")) parts.set(entry.name, new TextDecoder().decode(content));
  }
  return parts;
}
