/** Where a page may name its own encoding, in bytes: as browsers look for it. */
const prescan = 1024;

/**
 * Reads a page's bytes as browsers do: by a byte order mark, the encoding that the server named, the one that the page
 * names, or else as UTF-8 and, where it is none, as windows-1252.
 */
export function decodePage(bytes: Uint8Array, charset: string | undefined): string {
  const label = markOf(bytes) ?? known(charset) ?? known(namedIn(bytes));
  return decode(bytes, label).replace(/\r\n?/g, "\n");
}

function decode(bytes: Uint8Array, label: string | undefined): string {
  if (label !== undefined) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

function namedIn(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, prescan));
  const named = /<meta[^<>]*charset\s*=\s*(?:["']\s*)?([\w:-]+)/i.exec(start)?.[1];
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
