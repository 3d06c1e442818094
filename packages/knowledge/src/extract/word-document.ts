import { inflateRawSync } from "node:zlib";

/** The maximum unpacked size of all files in a document, in bytes. */
const maxUnpacked = 64 * 1024 * 1024;

/** Whether these are the bytes of a Word document (DOCX), by the directory of its archive; nothing is unpacked. */
export function isWordDocument(bytes: Uint8Array): boolean {
  const zip = describeZip(bytes);
  return zip !== undefined && zip.isWord && !zip.isTooLarge;
}

/** What an archive is by its directory; nothing is unpacked. `undefined` if it is none, or is damaged. */
export function describeZip(
  bytes: Uint8Array,
): { readonly isWord: boolean; readonly isTooLarge: boolean } | undefined {
  const entries = bytes[0] === 0x50 && bytes[1] === 0x4b ? listZip(bytes) : undefined;
  if (!entries) return undefined;
  const names = new Set(entries.map(({ name }) => name));
  return {
    isWord: names.has("[Content_Types].xml") && names.has("word/document.xml"),
    isTooLarge: entries.reduce((sum, { size }) => sum + size, 0) > maxUnpacked,
  };
}

/** XML of a document, by its name in the archive. */
export type WordParts = ReadonlyMap<string, string>;

/**
 * The XML of a Word document; `undefined` if it is something else, or larger unpacked than it says: only otherwise may a library
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

/** One file of a ZIP archive, as the directory at the archive's end describes it. */
interface ZipEntry {
  readonly name: string;
  /** As it says itself, in bytes: see `unpackEntry`. */
  readonly size: number;
  readonly packedSize: number;
  /** Where its own header begins. */
  readonly start: number;
  readonly isPacked: boolean;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const headerMark = 0x04034b50;
/** The end of a directory without and with the longest comment, in bytes. */
const [endLength, maxEnd] = [22, 22 + 0xffff];
const maxEntries = 5_000;
/** A number that ZIP64 keeps in another place. */
const elsewhere = 0xffffffff;

/**
 * Reads the directory of an archive and unpacks nothing. `undefined` if it is not an archive, or is damaged. An archive
 * must be readable in only one way: where its parts leave a gap, or refer to numbers that are kept elsewhere (ZIP64),
 * the library that unpacks it may find a different directory.
 */
function listZip(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) return undefined;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  if (at + view.getUint32(end + 12, true) !== end) return undefined;
  for (let number = 0; number < count; number++) {
    if (at + 46 > end || view.getUint32(at, true) !== entryMark) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const start = view.getUint32(at + 42, true);
    if ([packedSize, size, start].includes(elsewhere)) return undefined;
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      size,
      packedSize,
      start,
      isPacked: view.getUint16(at + 10, true) !== 0,
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return at === end ? entries : undefined;
}

/** An entry's content; `undefined` if it does not unpack to as many bytes as it says, beyond which nothing is unpacked. */
function unpackEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { start, size, packedSize } = entry;
  if (start + 30 > bytes.length || view.getUint32(start, true) !== headerMark) return undefined;
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const packed = bytes.subarray(from, from + packedSize);
  try {
    const content = entry.isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) }) : packed;
    return content.length === size ? content : undefined;
  } catch {
    return undefined;
  }
}

function findEnd(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - maxEnd);
  for (let at = view.byteLength - endLength; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endMark) continue;
    // The last mark counts: a library takes that one, whatever its comment says.
    return at + endLength + view.getUint16(at + 20, true) === view.byteLength ? at : undefined;
  }
  return undefined;
}

/** The container of old Office files, and of new ones with a password. */
export function isCompound(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, 8)).equals(Buffer.from("d0cf11e0a1b11ae1", "hex"));
}
