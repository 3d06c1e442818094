import { expect, test } from "vitest";
import { docxFiles, zip } from "../../../test/support/sample-files.ts";
import { extractDocument } from "../src/extract/extract-document.ts";
import { limitDepth } from "../src/extract/limit-depth.ts";
import { limitNesting } from "../src/split/split-markdown.ts";

const times = 50_000;
const read = async (kind: "html" | "markdown", text: string) => {
  const bytes = new TextEncoder().encode(text);
  return (await extractDocument({ kind, name: "deep.md", bytes })).passages
    .map((each) => each.text)
    .join("\n");
};

// Without a limit, each of them takes minutes, or more than the stack has.
test.each(["div", "span", "b", "blockquote", "section", "ul><li", "table><tr><td", "details", "a href=x"])(
  "HTML of 50,000 nested <%s> is read",
  async (tag) => {
    const end = `</${tag.split(/[> ]/)[0]}>`;
    const words = "<p>Deep words of the giraffe, with commas.</p>";
    expect(
      await read("html", `<body>${`<${tag}>`.repeat(times)}${words}${end.repeat(times)}</body>`),
    ).toMatch(/Deep words of the giraffe, with commas\./);
    expect(await read("html", `<body>${`<${tag}>`.repeat(times)}${words}`)).not.toBe("");
  },
);

test("what stands behind a deep part is read too", async () => {
  const deep = `${"<div>".repeat(5_000)}Deep.${"</div>".repeat(5_000)}`;
  const text = await read(
    "html",
    `<body><p>Before it, the okapi.</p>${deep}<h2>Behind</h2><p>The bongo.</p></body>`,
  );
  expect(text).toContain("okapi");
  expect(text).toContain("bongo");
});

test.each(["> ", "- ", "1. ", "> - ", "* ", "[", "![", "*a **b ", "<b>", "~~a"])(
  "Markdown of 50,000 times %j is read",
  async (mark) => {
    expect(await read("markdown", `${mark.repeat(times)}Deep words`)).toContain("Deep words");
  },
);

test("lists in lists, each further to the right, are read", async () => {
  const lines = Array.from({ length: 1_500 }, (_, at) => `${"  ".repeat(at)}- item ${at}`);
  expect(await read("markdown", lines.join("\n"))).toContain("item 1499");
});

test("a Word document of nested tables is refused with a sentence", async () => {
  const [table, end] = ["<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"];
  const deep = docxFiles("The words").map(({ name, content }) => ({
    name,
    content: content.replace(/<w:p>.*<\/w:p>/, (words) => table.repeat(times) + words + end.repeat(times)),
  }));
  const reading = extractDocument({ kind: "docx", name: "deep.docx", bytes: zip(deep) });
  await expect(reading).rejects.toThrow("The Word document's parts are nested too deeply to be read.");
});

test("only what stands too deep loses its tags", () => {
  const html = `<!doctype html><body a="<b>">${"<div><br>".repeat(140)}<p>one<p>two<li>three<li>four</div><!-- <div> --><script>"<div>"</script>`;
  expect(limitDepth(html)).toBe(html);
  const flat = `<ul>${"<li>one".repeat(1_000)}</ul>${"<p>two".repeat(1_000)}<tr>${"<td>x".repeat(1_000)}`;
  expect(limitDepth(flat)).toBe(flat);
  expect(limitDepth(`${"<i>".repeat(200)}x${"</i>".repeat(200)}<b>y</b>`)).toBe(
    `${"<i>".repeat(150)}x${"</i>".repeat(150)}<b>y</b>`,
  );
  expect(limitDepth("<div '".repeat(1_000))).toBe("<div '".repeat(1_000));
});

test("only marks beyond the twentieth are left out", () => {
  const text = "> - a\n>\n> 1. b\n\n---\n* * *\n\tcode\n-5 > 3 1.5";
  expect(limitNesting(text)).toBe(text);
  expect(limitNesting(`${"> ".repeat(30)}x`)).toBe(`${"> ".repeat(19)}> x`);
});
