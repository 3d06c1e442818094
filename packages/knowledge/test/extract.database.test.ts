import { describe, expect, test } from "vitest";
import { createExtractor } from "../src/extract/create-extractor.ts";
import { extractDocument } from "../src/extract/extract-document.ts";
import { makePackedPdf } from "./make-pdf.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const article = `<!doctype html><html><head><title>Returns | Acme Shop</title>
<link rel="canonical" href="https://acme.example/returns#top"></head><body>
<nav><a href="/">Home page of the shop</a></nav>
<main><h1>Returns</h1><p>${"You can send things back. ".repeat(20)}</p>
<h2 id="the_label">The label <a href="#the_label">¶</a></h2><p>${"We print the label. ".repeat(20)}</p>
<ul><li>one</li><li>two</li></ul><pre><code>run &lt;it&gt;</code></pre>
<table><tr><th>Land</th><th>Price</th></tr><tr><td>Norway</td><td>4</td></tr></table>
<script>alert("script words")</script></main>
<footer>Footer words</footer></body></html>`;

describe("HTML", () => {
  test("the article becomes Markdown with its own anchors, without the furniture around it", async () => {
    const { title, url, passages } = await extractDocument({
      kind: "html",
      name: "returns.html",
      bytes: bytes(article),
    });
    const text = passages.map((passage) => passage.text).join("\n");

    expect(title).toBe("Returns");
    expect(url).toBe("https://acme.example/returns");
    expect(passages.map(({ headings, anchor }) => ({ headings, anchor }))).toEqual([
      { headings: ["Returns"], anchor: null },
      { headings: ["Returns", "The label"], anchor: "the_label" },
    ]);
    expect(text).toMatch(/^- +one\n- +two$/m);
    expect(text).toContain("```\nrun <it>\n```");
    expect(text).toMatch(/^\| Norway +\| 4 +\|$/m);
    for (const furniture of ["Home page", "Footer words", "script words", "¶", "{#"]) {
      expect(text).not.toContain(furniture);
    }
  });

  test("a fragment without head and body is read as well", async () => {
    const found = await extractDocument({
      kind: "html",
      name: "short-note.htm",
      bytes: bytes("<p>Just a note"),
    });
    expect(found).toEqual({
      title: "Short note",
      url: null,
      passages: [{ headings: ["Short note"], anchor: null, text: "Just a note" }],
    });
  });
});

describe("front matter", () => {
  test("names title and address; a rule at the top is not front matter", async () => {
    const read = (text: string) =>
      extractDocument({ kind: "markdown", name: "a-page.md", bytes: bytes(text) });
    expect(
      await read("---\ntitle: 'Own: title'\nurl: https://a.example/x\ntags: [1]\n---\nWords"),
    ).toMatchObject({
      title: "Own: title",
      url: "https://a.example/x",
      passages: [{ text: "Words" }],
    });
    expect(await read("\uFEFF---\r\ntitle: Windows\r\n---\r\nWords")).toMatchObject({ title: "Windows" });
    expect(await read("---\n\nSome words\n\n---\n\nOthers")).toMatchObject({
      title: "A page",
      passages: [{ text: "Some words\n\nOthers" }],
    });
  });
});

describe("hidden characters", () => {
  test("Tag characters, bidi overrides and NUL are not stored", async () => {
    const found = await extractDocument({
      kind: "markdown",
      name: "a.md",
      bytes: bytes("# T\u{E0041}itle\n\n## He\u202Ead\n\nBo\u{E0042}d\0y"),
    });
    expect(found).toMatchObject({
      title: "Title",
      passages: [{ headings: ["Title", "Head"], text: "Body" }],
    });
  });
});

describe("the process that reads", () => {
  test("reads documents one after another, past those that cannot be read", async () => {
    await using extractor = createExtractor();
    const read = (text: string) => extractor.extract({ kind: "markdown", name: "a.md", bytes: bytes(text) });
    expect((await read("# One\n\nText")).title).toBe("One");
    await expect(read("")).rejects.toThrow("The file is empty.");
    expect((await read("# Two\n\nText")).title).toBe("Two");
  });

  test("a document that takes too long is given up", async () => {
    await using extractor = createExtractor({ maxSeconds: 0.5 });
    const slow = makePackedPdf(Buffer.from("q Q ".repeat(8_000_000)));
    const reading = extractor.extract({ kind: "pdf", name: "a.pdf", bytes: slow });
    await expect(reading).rejects.toThrow("Reading the file took longer than 0.5 seconds.");
  });

  test("an abort ends it at once with the signal's reason", async () => {
    await using extractor = createExtractor();
    const abort = new AbortController();
    const document = { kind: "html", name: "a.html", bytes: bytes(article) } as const;
    const reading = extractor.extract(document, abort.signal);
    abort.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
    expect((await extractor.extract(document)).title).toBe("Returns");
  });
});
