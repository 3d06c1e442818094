import { ReadingError } from "./reading-error.ts";

/**
 * Reads bytes as UTF-8, without a byte order mark.
 *
 * @throws ReadingError when they are anything else: guessing would store garbled words
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch (cause) {
    throw new ReadingError("The file is not valid UTF-8. Save it as UTF-8 and sync again.", { cause });
  }
}

/** Where a page may name its own encoding, in bytes: browsers begin again when they come to it late. */
const maxHead = 256 * 1024;
/** Text with this many characters beyond ASCII is valid UTF-8 only if it is UTF-8. */
const enoughSigns = 4;

/**
 * Reads a page's bytes as browsers do: by a byte order mark, the encoding that the server named, the one that the page
 * names, or else as UTF-8 and, where it is none, as windows-1252. But none of them is believed whose text is not one.
 *
 * @throws ReadingError when no encoding fits: the words would be garbled
 */
export function decodePage(bytes: Uint8Array, charset: string | undefined): string {
  const [mark, named] = [markOf(bytes), known(charset)];
  const declared = known(namedIn(bytes));
  const likely = mark !== undefined ? [mark] : [named, declared];
  const fallback = named === undefined && declared === undefined ? "windows-1252" : undefined;
  const labels = [...(isSurelyUtf8(bytes) ? ["utf-8"] : []), ...likely, unnamed(bytes), "utf-8", fallback];
  for (const label of labels) {
    const text = label === undefined ? undefined : decode(bytes, label);
    if (text !== undefined) return text.replace(/\r\n?/g, "\n");
  }
  const told = named ?? declared ?? mark;
  throw new ReadingError(
    told === undefined
      ? "It names no encoding and is not UTF-8, so its words cannot be read."
      : `Its words cannot be read: its bytes are not ${told.toUpperCase()}, which it is said to be.`,
  );
}

/** `undefined` if the bytes are not of this encoding. */
function decode(bytes: Uint8Array, label: string): string | undefined {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return isText(text, label) ? text : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether signs are those of a text. A few control signs may stand in any; every byte is a sign of an encoding of one
 * byte, in which letters beyond ASCII stand alone or in words of them, and never beside a currency sign.
 */
function isText(text: string, label: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are looked for
  const control = text.match(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g)?.length ?? 0;
  if (control * 100 > text.length || text.includes("\u001b$")) return false;
  if (!isWestern.test(label)) return true;
  const signs = text.match(/[\u0080-\uffff]/g)?.length ?? 0;
  const inRuns = text.match(/[\u0080-\uffff]{2,}/g)?.reduce((sum, run) => sum + run.length, 0) ?? 0;
  // Western words have one such letter, seldom two: most of them side by side are another encoding.
  return inRuns < enoughSigns * 2 || inRuns * 2 < signs;
}

const isWestern = /^(?:windows-125[2478]|iso-8859-(?:1|2|3|4|9|10|13|14|15|16)|windows-1250|macintosh)$/;

/** Encodings that show by themselves. */
function unnamed(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 4096);
  const zeros = (from: number) => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) * 4 > start.length) return "utf-16le";
  if (zeros(0) * 4 > start.length) return "utf-16be";
  return start.some((byte, at) => byte === 0x1b && start[at + 1] === 0x24) ? "iso-2022-jp" : undefined;
}

function isSurelyUtf8(bytes: Uint8Array): boolean {
  // Of a letter of several bytes, the first is at least this.
  const signs = bytes.reduce((sum, byte) => sum + (byte >= 0xc2 ? 1 : 0), 0);
  return signs >= enoughSigns && decode(bytes, "utf-8") !== undefined;
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

function namedIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, maxHead));
  const xml = /^\s*<\?xml[^<>]*?encoding\s*=\s*["']([\w:-]+)/i.exec(start)?.[1];
  const named = /<meta[^<>]*charset\s*=\s*(?:["']\s*)?([\w:-]+)/i.exec(start)?.[1] ?? xml;
  // The page could be read so far, so it cannot be what it says.
  return named && /^utf-?16/i.test(named) ? "utf-8" : named;
}

function known(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
