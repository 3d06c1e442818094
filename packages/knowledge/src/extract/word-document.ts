import { listZip, unpacksAsItSays } from "./zip-entries.ts";

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

/** The same, and that it is not larger unpacked than it says: only then may a library unpack it. */
export function isSafeToUnpack(bytes: Uint8Array): boolean {
  return isWordDocument(bytes) && (listZip(bytes) ?? []).every((entry) => unpacksAsItSays(bytes, entry));
}
