import { expect, test } from "vitest";
import { decodePage } from "../src/extract/decode-text.ts";

const page = (text: string, head = "") =>
  `<html><head>${head}<title>Goods</title></head><body><p>${text}</p></body></html>`;

/** What decodes to each sign: the platform only reads these encodings. */
function signsOf(label: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(label, { fatal: true });
  const signs = new Map<string, readonly number[]>();
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const pairs = bytes
    .filter((byte) => byte > 0x80)
    .flatMap((one) => bytes.slice(0x40).map((two) => [one, two]));
  for (const some of [...bytes.map((byte) => [byte]), ...pairs]) {
    try {
      const sign = decoder.decode(new Uint8Array(some));
      if (!signs.has(sign)) signs.set(sign, some);
    } catch {
      // No sign.
    }
  }
  return signs;
}

function encode(text: string, label: string): Uint8Array {
  if (label === "utf-8" || label === "utf-16le")
    return Buffer.from(text, label === "utf-8" ? "utf8" : "utf16le");
  // The same signs in seven bits, between two marks.
  if (label === "iso-2022-jp")
    return Buffer.from(
      text.replace(/[^\x20-\x7e]+/g, (signs) => {
        const sevenBits = [...encode(signs, "euc-jp")].map((byte) => byte & 0x7f);
        return `\x1b$B${String.fromCharCode(...sevenBits)}\x1b(B`;
      }),
    );
  const signs = signsOf(label);
  return new Uint8Array(Array.from(text).flatMap((sign) => signs.get(sign) ?? []));
}

const chinese = "斑马的价格是六十元，退货期限为三十天。";
const japanese = "返品は三十日以内にお願いします。送料は無料です。";
const german = "Größe für schöne Füße";

test.each([
  [
    "the header is wrong, the page is right",
    encode(page(chinese, '<meta charset="gbk">'), "gbk"),
    "utf-8",
    chinese,
  ],
  [
    "the same, Shift_JIS",
    encode(page(japanese, '<meta charset="shift_jis">'), "shift_jis"),
    "utf-8",
    japanese,
  ],
  [
    "the page says so behind 2 KB",
    encode(page(chinese, `<!-- ${"x".repeat(2100)} --><meta charset="gbk">`), "gbk"),
    undefined,
    chinese,
  ],
  [
    "the page is wrong, the header is right",
    encode(page(chinese, '<meta charset="utf-8">'), "gbk"),
    "gbk",
    chinese,
  ],
  ["both are wrong about UTF-8", encode(page(chinese, '<meta charset="gbk">'), "utf-8"), "gbk", chinese],
  ["a server's default is wrong about UTF-8", encode(page(german), "utf-8"), "iso-8859-1", german],
  [
    "a server's default hides the page's own",
    encode(page(japanese, '<meta charset="euc-jp">'), "euc-jp"),
    "iso-8859-1",
    japanese,
  ],
  ["nobody says Latin letters", encode(page(german), "windows-1252"), undefined, german],
  [
    "both say Latin letters",
    encode(page(german, '<meta charset="iso-8859-1">'), "iso-8859-1"),
    "iso-8859-1",
    german,
  ],
  [
    "the XML declaration says so",
    encode(`<?xml version="1.0" encoding="Shift_JIS"?>${page(japanese)}`, "shift_jis"),
    undefined,
    japanese,
  ],
  ["a seven-bit encoding is unnamed", encode(page(japanese), "iso-2022-jp"), undefined, japanese],
  [
    "a Russian page is named",
    encode(page("Доставка и возврат"), "windows-1251"),
    "windows-1251",
    "Доставка и возврат",
  ],
  [
    "a Russian page names itself",
    encode(page("Доставка и возврат", '<meta charset="koi8-r">'), "koi8-r"),
    "utf-8",
    "Доставка и возврат",
  ],
  ["two bytes a sign, unnamed", encode(page(german), "utf-16le"), undefined, german],
])("%s: its words are read", (_, bytes, charset, words) => {
  expect(decodePage(bytes, charset)).toContain(words);
});

test.each([
  [
    "the header is wrong, and nobody else says anything",
    encode(page(chinese), "gbk"),
    "utf-8",
    /its bytes are not UTF-8, which it is said to be/,
  ],
  ["nobody says anything", encode(page(chinese), "gbk"), undefined, /names no encoding and is not UTF-8/],
  [
    "nobody says anything of Russian",
    encode(page("Доставка и возврат"), "windows-1251"),
    undefined,
    /names no encoding/,
  ],
  ["header and page are wrong", encode(page(chinese, '<meta charset="utf-8">'), "gbk"), "utf-8", /not UTF-8/],
  [
    "it is a picture",
    Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)),
    "utf-8",
    /cannot be read/,
  ],
])("%s: it is refused with a sentence", (_, bytes, charset, sentence) => {
  expect(() => decodePage(bytes, charset)).toThrow(sentence);
});
