import { gunzipSync } from "node:zlib";
import { asObject } from "@servicechat/contract";
import { XMLParser } from "fast-xml-parser";
import { ReadingError } from "./reading-error.ts";

/** The content of a sitemap. */
export interface Sitemap {
  /** Addresses as they are written, in order. */
  readonly pages: readonly string[];
  /** Further sitemaps, of an index. */
  readonly sitemaps: readonly string[];
}

/** As the protocol bounds one sitemap: bytes when unpacked, and entries. */
const maxBytes = 50 * 1024 * 1024;
const maxEntries = 50_000;

/** Where a sitemap ends, or that it is empty. Some programs write comments behind it. */
const end = /<\/([\w.-]+:)?(urlset|sitemapindex)\s*>|<([\w.-]+:)?(urlset|sitemapindex)\b[^<>]*\/>/;

/** Namespaces are dropped; entities that the file defines are never expanded. */
const parser = new XMLParser({
  processEntities: false,
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
});

/**
 * Reads a sitemap or an index of sitemaps, packed or not, or a text file with one address a line.
 *
 * @throws ReadingError when it is neither
 */
export function parseSitemap(bytes: Uint8Array): Sitemap {
  const text = new TextDecoder().decode(unpacked(bytes)).trim();
  if (!text.startsWith("<")) return { pages: linesOf(text), sitemaps: [] };
  const { urlset, sitemapindex } = parsed(text);
  if (urlset === undefined && sitemapindex === undefined) throw notASitemap();
  // The parser is content with half of one, and pages of the other half would be forgotten.
  if (!end.test(text)) throw new ReadingError("The sitemap is cut off: its end is missing.");
  return {
    pages: locationsOf(urlset, "url"),
    sitemaps: locationsOf(sitemapindex, "sitemap"),
  };
}

function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    throw new ReadingError("The sitemap is damaged, or unpacks to more than 50 MB.", { cause });
  }
}

/** Lines that are no addresses are named to the operator, as entries of XML are. */
function linesOf(text: string): readonly string[] {
  const lines = text.split("\n", maxEntries).map((line) => line.trim());
  const addresses = lines.filter((line) => /^https?:\/\/\S+$/i.test(line)).length;
  if (addresses > 0 && addresses * 2 >= lines.length) return lines.filter((line) => line !== "");
  throw notASitemap();
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return parser.parse(text) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new ReadingError("The sitemap is not readable XML.", { cause });
  }
}

function locationsOf(list: unknown, name: string): readonly string[] {
  const entries = [asObject(list)?.[name] ?? []].flat().slice(0, maxEntries);
  return entries.flatMap((entry) => {
    const location = asObject(entry)?.["loc"];
    const address = typeof location === "string" ? unescapeXml(location.trim()) : "";
    return address === "" ? [] : [address];
  });
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five characters that XML itself names. */
function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => characters[name] ?? entity);
}

const notASitemap = () =>
  new ReadingError("This is not a sitemap: no <urlset>, no <sitemapindex>, no list of addresses.");
