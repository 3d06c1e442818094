import { expect, test } from "vitest";
import { extractDocument } from "../src/extract/extract-document.ts";
import { docx, docxFiles, zip } from "../../../test/support/sample-files.ts";
import { openKnowledge } from "./open-knowledge.ts";

const read = (bytes: Uint8Array) => extractDocument({ kind: "docx", name: "price-list.docx", bytes });

test("a Word document is cut along its headings", async () => {
  const bytes = docx(
    "# Price list",
    "## Tents",
    "A tent costs 200 euros.",
    "## Stoves",
    "A stove costs 50 euros.",
  );
  expect(await read(bytes)).toEqual({
    title: "Price list",
    url: null,
    passages: [
      { headings: ["Price list", "Tents"], anchor: null, text: "A tent costs 200 euros." },
      { headings: ["Price list", "Stoves"], anchor: null, text: "A stove costs 50 euros." },
    ],
  });
});

test("a Word file among the files of an agent is read like the others", async () => {
  await using known = await openKnowledge();
  await known.write({ "docs/prices.docx": docx("# Prices", "A tent costs 200 euros.") });
  const report = await known.knowledge.sync(known.agent([{ files: "docs/*" }]));
  expect(report).toMatchObject({ read: 1, faults: [] });
  const [found] = await known.knowledge.search("shop", "What does a tent cost?", 1);
  expect(found?.text).toBe("A tent costs 200 euros.");
});

test("a style map in a Word document decides nothing", async () => {
  const map = { name: "mammoth/style-map", content: "p[style-name='Heading 1'] => script" };
  const { passages } = await read(zip([...docxFiles("# Prices", "A tent costs 200 euros."), map]));
  expect(passages).toMatchObject([{ headings: ["Prices"], text: "A tent costs 200 euros." }]);
});

const damaged = "The file is not a readable Word document.";

const large = " ".repeat(70 * 1024 * 1024);
const withMore = (more: { readonly name: string; readonly content: string; readonly says?: number }) =>
  zip([...docxFiles("# Prices"), more]);

test.each([
  ["no zip file", new TextEncoder().encode("hello"), damaged],
  ["another kind of zip file", zip([{ name: "hello.txt", content: "hello" }]), damaged],
  ["cut off", docx("# Prices").subarray(0, 300), damaged],
  ["without text", docx(), "The file has no text."],
  ["a bomb", withMore({ name: "word/media/a.xml", content: large }), "unpacks to more than 64 MB"],
  ["a bomb that says it is small", withMore({ name: "word/media/a.xml", content: large, says: 1 }), damaged],
])("a Word document that is %s is refused with the reason", async (_, bytes, reason) => {
  await expect(read(bytes)).rejects.toThrow(reason);
});
