import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { docx, docxFiles, zip } from "../../../test/support/sample-files.ts";
import { createExtractor } from "../src/extract/create-extractor.ts";
import { isWordDocument } from "../src/extract/word-document.ts";

/** A PDF of a kilobyte, whose one page is packed twice and unpacks to so many bytes. */
function packedPdf(unpacked: number): Uint8Array {
  const stream = deflateSync(deflateSync(Buffer.alloc(unpacked, " ")));
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 200] /Contents 4 0 R >>";
  return Buffer.concat([
    Buffer.from(
      "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n" +
        `2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n${page}\nendobj\n` +
        `4 0 obj\n<< /Length ${stream.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`,
    ),
    stream,
    Buffer.from("\nendstream\nendobj\ntrailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF\n"),
  ]);
}

test("a document that unpacks to more than memory should hold costs its worker, and the next one is read", async () => {
  await using extractor = createExtractor({ mostMegabytes: 128 });
  const bytes = packedPdf(400 * 1024 * 1024);
  expect(bytes.length).toBeLessThan(3000);
  const reading = extractor.extract({ kind: "pdf", name: "a.pdf", bytes });
  await expect(reading).rejects.toThrow("The file is too large or too damaged to be read.");
  const next = await extractor.extract({ kind: "docx", name: "a.docx", bytes: docx("# Prices", "A tent") });
  expect(next.title).toBe("Prices");
});

describe("an archive of which another directory could be read is no document", () => {
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
