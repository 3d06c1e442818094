import { describe, expect, test } from "vitest";
import { docx, docxFiles, zip } from "../../../test/support/sample-files.ts";
import { createExtractor } from "../src/extract/create-extractor.ts";
import { isWordDocument } from "../src/extract/word-document.ts";
import { makePackedPdf } from "./make-pdf.ts";

test("a document that unpacks to more than memory should hold costs its process, and a new one reads the next after a pause, which grows with each that is lost in a row", async () => {
  const pauses: number[] = [];
  const abort = new AbortController();
  const wait = async (ms: number) => {
    if (pauses.push(ms) === 3) abort.abort(new Error("enough"));
  };
  await using extractor = createExtractor({ maxMegabytes: 128, wait });
  const bytes = makePackedPdf(Buffer.alloc(400 * 1024 * 1024, " "));
  expect(bytes.length).toBeLessThan(3000);
  const readBomb = async () => {
    const reading = extractor.extract({ kind: "pdf", name: "a.pdf", bytes });
    await expect(reading).rejects.toThrow("The file is too large or too damaged to read.");
  };
  const prices = { kind: "docx", name: "a.docx", bytes: docx("# Prices", "A tent") } as const;

  await readBomb();
  await readBomb();
  expect((await extractor.extract(prices)).title).toBe("Prices");
  expect(pauses).toEqual([500, 1_000]);
  await readBomb();
  await expect(extractor.extract(prices, abort.signal)).rejects.toThrow("enough");
  expect(pauses).toEqual([500, 1_000, 500]);
});

describe("an archive in which another directory could be read is not a document", () => {
  const whole = docx("# Prices");
  const end = whole.length - 22;
  const changed = (change: (bytes: Buffer) => unknown, of = whole) => {
    const bytes = Buffer.from(of);
    change(bytes);
    return bytes;
  };
  const other = zip([...docxFiles("# Prices"), { name: "word/a.xml", content: "more" }]);

  test("as it was packed it is one, with a comment too", () => {
    expect(isWordDocument(whole)).toBe(true);
    const withComment = Buffer.concat([
      changed((bytes) => bytes.writeUInt16LE(4, end + 20)),
      Buffer.from("Hi!!"),
    ]);
    expect(isWordDocument(withComment)).toBe(true);
  });

  test.for<[string, Buffer]>([
    [
      "its directory ends before its end",
      Buffer.concat([whole.subarray(0, end), other, whole.subarray(end)]),
    ],
    ["its directory has another size", changed((bytes) => bytes.writeUInt32LE(46, end + 12))],
    [
      "its directory has more entries than it says",
      changed((bytes) => bytes.writeUInt16LE(3, bytes.length - 12), other),
    ],
    ["its end is followed by more", Buffer.concat([whole, Buffer.from("more")])],
    ["its comment is shorter than it says", changed((bytes) => bytes.writeUInt16LE(4, end + 20))],
    ["its directory is elsewhere", changed((bytes) => bytes.writeUInt32LE(0xffffffff, end + 16))],
    [
      "the size of a file is elsewhere",
      changed((bytes) => bytes.writeUInt32LE(0xffffffff, bytes.indexOf("PK\x01\x02") + 20)),
    ],
  ])("%s", ([, bytes]) => {
    expect(isWordDocument(bytes)).toBe(false);
  });
});
