import { tests as commonmark } from "commonmark-spec";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGrowingMarkdown } from "../src/parse/growing-markdown.ts";
import { readBlocks } from "../src/parse/read-blocks.ts";
import type { Block, Inline } from "../src/tree.ts";

const examples = commonmark.map(({ markdown }) => markdown);
const hasDefinition = (text: string): boolean => Object.keys(readBlocks(text).links).length > 0;
const whole = (text: string): Block[] =>
  readBlocks(text.replace(/\r\n?/g, "\n")).written.flatMap(({ block }) => block ?? []);
const first = (text: string): Block | undefined => whole(text)[0];

function inlines(blocks: readonly Block[]): Inline[] {
  const deep = (list: readonly Inline[]): Inline[] =>
    list.flatMap((inline) => ["children" in inline ? deep(inline.children) : [], inline].flat());
  return blocks.flatMap((block) => {
    if (block.type === "list") return block.items.flatMap((item) => inlines(item.children));
    if (block.type === "quote") return inlines(block.children);
    if (block.type === "table") return deep([...block.head, ...block.rows.flat()].flat());
    return "children" in block ? deep(block.children) : [];
  });
}

const hrefs = (text: string): string[] =>
  inlines(whole(text)).flatMap((inline) => (inline.type === "link" ? inline.href : []));

/** What is drawn of a text of which more may come, if it came at once. */
const atOnce = (text: string): readonly Block[] => createGrowingMarkdown().read(text, false);

/** Parses a text as it would arrive, cut at `cuts`, and returns what is drawn just before and after its end. */
function streamed(
  text: string,
  cuts: readonly number[],
): { last: readonly Block[]; finished: readonly Block[] } {
  const reader = createGrowingMarkdown();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  for (const place of places) reader.read(text.slice(0, place), false);
  return { last: reader.read(text, false), finished: reader.read(text, true) };
}

const document = fc
  .array(
    fc.oneof(
      fc.constantFrom(...examples),
      fc.constantFrom(
        "1. a\n\n",
        "2. b\n",
        "- x\n\n",
        "  y\n",
        "para\n",
        "---\n",
        "a|b\n",
        "-|-\n",
        "```\n",
        "\r\n",
        "> q\n",
        "[ ] t\n",
        "<div>\n",
        "*e*\n\n",
        "    code\n",
        "$$\n",
        "\\[ x = y \\]\n",
        "- $a_b$ \\(c\\)\n",
        "a [1] \\[\n",
      ),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

describe("Markdown of any kind", () => {
  test("is parsed the same as a whole and in any chunking", () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 30 }), (text, cuts) => {
        const { last, finished } = streamed(text, cuts);
        expect(finished).toEqual(whole(text));
        if (!hasDefinition(text)) expect(last).toEqual(atOnce(text));
      }),
      { numRuns: 400 },
    );
  });

  test("has an address linked wherever it is, behind an HTML link that never ends too", () => {
    expect(hrefs("foo <a href='x'>\n\nfoo@bar.example.com")).toEqual(["mailto:foo@bar.example.com"]);
  });

  test("is parsed the same as a whole and one character at a time, for every CommonMark example", () => {
    for (const text of examples) {
      const each = Array.from({ length: text.length }, (_, n) => n);
      const { last, finished } = streamed(text, each);
      expect(finished, text).toEqual(whole(text));
      if (!hasDefinition(text)) expect(last, text).toEqual(atOnce(text));
    }
  });

  test("never throws, and links only to http, https, mailto and tel", () => {
    const odd = fc.string({
      unit: fc.constantFrom(..."[]()<>!*_`~|#-+>: \n\t\\&;xjavascript:data".split("")),
    });
    fc.assert(
      fc.property(fc.oneof(document, odd), (text) => {
        for (const href of hrefs(text)) expect(href).toMatch(/^(?:https?|mailto|tel):/);
      }),
      { numRuns: 400 },
    );
  });

  test("with endless nesting is still drawn", () => {
    expect(JSON.stringify(whole(`${">".repeat(400)} deep`))).toContain("deep");
    expect(JSON.stringify(whole(`${"[".repeat(2000)}a${"](b)".repeat(2000)}`))).toContain("a");
  });
});

describe("a block that nothing later can change", () => {
  test("stays the same object while the answer grows", () => {
    const reader = createGrowingMarkdown();
    const before = reader.read("One\n\nTwo\n\nThr", false);
    const after = reader.read("One\n\nTwo\n\nThree\n\nFour", false);
    expect(after[0]).toBe(before[0]);
    expect(after).toEqual(whole("One\n\nTwo\n\nThree\n\nFour"));
  });

  test("stays the same object when the answer ends, unless a definition came late", () => {
    const text = "One\n\n- Two\n\nSee [three]\n\nFour";
    const definition = "\n\n[three]: https://shop.example/3";
    const reader = createGrowingMarkdown();
    const [one] = reader.read(text, false);
    expect(reader.read(text, true)[0]).toBe(one);
    expect(reader.read(text + definition, true)).toEqual(whole(text + definition));
    expect(hrefs(text + definition)).toEqual(["https://shop.example/3"]);
  });

  test("starts again if the text is another one", () => {
    const reader = createGrowingMarkdown();
    reader.read("One\n\nTwo\n\nThree\n", false);
    expect(reader.read("Other", false)).toEqual(whole("Other"));
  });
});

describe("links", () => {
  test.each([
    "[a](javascript:alert(1))",
    "[a](java\tscript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](javascript&#58;alert(1))",
    "[a](data:text/html,x)",
    "[a](vbscript:x)",
    "[a](file:///etc/passwd)",
    "[a](blob:https://a.example/x)",
    "[a](/relative)",
    "[a](//host.example/x)",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![a](javascript:alert(1))",
  ])("%j is text only", (text) => {
    expect(hrefs(text)).toEqual([]);
  });

  test("keep their text and their address", () => {
    expect(hrefs("[a](https://a.example/x?y=1&amp;z=2) <m@a.example> www.b.example [t](tel:+123)")).toEqual([
      "https://a.example/x?y=1&z=2",
      "mailto:m@a.example",
      "http://www.b.example/",
      "tel:+123",
    ]);
  });

  test("whose text looks like another address name the real host", () => {
    const host = (text: string) => inlines(whole(text)).flatMap((i) => (i.type === "link" ? [i.host] : []));
    expect(host("[https://bank.example](https://evil.example/x)")).toEqual(["evil.example"]);
    expect(host("[www.bank.example](https://evil.example)")).toEqual(["evil.example"]);
    expect(host("[bank.example/login](https://evil.example)")).toEqual(["evil.example"]);
    expect(host("[pay](https://bank.example@evil.example)")).toEqual(["evil.example"]);
    expect(host("[ada@a.example](mailto:ada@a.example) [+49.30](tel:+4930)")).toEqual([undefined, undefined]);
    expect(host("[https://www.a.example/x](https://a.example/x) [our page](https://a.example)")).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("an answer's text", () => {
  test("shows raw HTML as text", () => {
    expect(first("<script>alert(1)</script>")).toEqual({
      type: "paragraph",
      children: [{ type: "text", text: "<script>alert(1)</script>" }],
    });
    expect(inlines(whole("a <img src=x onerror=y> b")).map((i) => "text" in i && i.text)).toContain(
      "<img src=x onerror=y>",
    );
  });

  test("reads an image as a link to it", () => {
    expect(first("![chart](https://a.example/c.png)")).toEqual({
      type: "paragraph",
      children: [
        {
          type: "link",
          href: "https://a.example/c.png",
          isImage: true,
          children: [{ type: "text", text: "chart" }],
        },
      ],
    });
  });

  test("resolves character references in text and keeps them in code", () => {
    expect(first("&amp; &lt;b&gt; &#x41;&#66; &unknown; `&amp;`")).toEqual({
      type: "paragraph",
      children: [
        { type: "text", text: "& <b> AB &unknown; " },
        { type: "code", text: "&amp;" },
      ],
    });
  });

  test("reads tables, task lists and code blocks", () => {
    expect(whole("|a|b|\n|:-|-:|\n|1|2|\n\n- [x] done\n- [ ] open\n\n```ts x\nlet a;\n```")).toMatchObject([
      { type: "table", align: ["left", "right"] },
      { type: "list", items: [{ checked: true }, { checked: false }] },
      { type: "code", language: "ts", text: "let a;", closed: true },
    ]);
  });
});
