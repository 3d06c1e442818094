import fc from "fast-check";
import { lexer } from "marked";
import { describe, expect, test } from "vitest";
import { countWords } from "../src/split/pack-blocks.ts";
import { splitMarkdown } from "../src/split/split-markdown.ts";

const split = (markdown: string) => splitMarkdown({ markdown, fallbackTitle: "Untitled", anchors: "slugs" });
const sentence = "Seven words make up this short sentence. ";

describe("headings", () => {
  test("each section is a passage with its heading path and GitHub's anchor", () => {
    const { title, passages } = split(
      "# Guide\n\nIntro.\n\n## Set *up*\n\nOne.\n\n### `npm` & more\n\nTwo.\n\n## Use\n\nThree.",
    );
    expect(title).toBe("Guide");
    expect(passages).toEqual([
      { headings: ["Guide"], anchor: null, text: "Intro." },
      { headings: ["Guide", "Set up"], anchor: "set-up", text: "One." },
      { headings: ["Guide", "Set up", "npm & more"], anchor: "npm--more", text: "Two." },
      { headings: ["Guide", "Use"], anchor: "use", text: "Three." },
    ]);
  });

  test("if headings have their own names, a deeper one without a name stays in the section that can be linked to", () => {
    const markdown =
      "# Cart {#cart}\n\n## add {#add}\n\nAdds a tent.\n\n### Parameters:\n\nHow many.\n\n## Unnamed\n\nOnce more.";
    const { passages } = splitMarkdown({ markdown, fallbackTitle: "Untitled", anchors: "own" });
    expect(passages).toEqual([
      { headings: ["Cart", "add"], anchor: "add", text: "Adds a tent.\n\n**Parameters:**\n\nHow many." },
      { headings: ["Cart", "Unnamed"], anchor: null, text: "Once more." },
    ]);
  });

  test("a repeated heading gets -1, and never an anchor that was given before", () => {
    const anchorsOf = (headings: readonly string[]) => {
      const sections = headings.map((heading) => `## ${heading}\n\nA sentence.`);
      return split(["# T", ...sections].join("\n\n")).passages.map(({ anchor }) => anchor);
    };
    expect(anchorsOf(["Notes", "Notes", "Notes 1", "Notes", "Über uns!"])).toEqual([
      "notes",
      "notes-1",
      "notes-1-1",
      "notes-2",
      "über-uns",
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "a 1", "a-1", "a 1 1", "a 2")), (headings) => {
        const anchors = anchorsOf(headings);
        expect(new Set(anchors).size).toBe(anchors.length);
      }),
    );
  });

  test("a heading may name its own anchor", () => {
    expect(split("# T\n\n## Set up {#start}\n\nOne.").passages[0]).toMatchObject({
      headings: ["T", "Set up"],
      anchor: "start",
    });
  });

  test("a banner at the start of a page, a picture or the product's name, is not a passage", () => {
    const banner =
      "# Returns\n\n![Fernbank help](header.png)\n\n**Fernbank Help**\n\n## Period\n\nSixty days.";
    expect(split(banner).passages.map(({ text }) => text)).toEqual(["Sixty days."]);
    expect(split("# Returns\n\nFernbank Help").passages).toHaveLength(1);
  });

  test("without a top heading the title comes from elsewhere", () => {
    expect(split("Only text.")).toEqual({
      title: "Untitled",
      passages: [{ headings: ["Untitled"], anchor: null, text: "Only text." }],
    });
  });
});

describe("length", () => {
  test("a long section is cut between paragraphs into passages of 120 to 220 words", () => {
    const { passages } = split(`# T\n\n${`${sentence.repeat(6)}\n\n`.repeat(20)}`);
    expect(passages.length).toBeGreaterThan(3);
    const lengths = passages.map(({ text }) => countWords(text));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(220);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(120);
  });

  test("a long paragraph is cut between sentences", () => {
    const { passages } = split(sentence.repeat(100));
    expect(passages.length).toBeGreaterThan(2);
    for (const { text } of passages) expect(text).toMatch(/^Seven[\s\S]*sentence\.$/);
    expect(passages.map(({ text }) => text).join(" ")).toBe(sentence.repeat(100).trim());
  });

  test("code is never cut and stays with the sentence that introduces it", () => {
    const code = `\`\`\`sh\n${"run the very long command\n\n".repeat(100)}\`\`\``;
    const { passages } = split(`${sentence.repeat(10)}\n\nRun this:\n\n${code}\n\nThen wait.`);
    expect(passages.filter(({ text }) => text.includes("run the"))).toHaveLength(1);
    expect(passages.some(({ text }) => text.includes(code))).toBe(true);

    const short = split(
      `${sentence.repeat(16)}\n\n${sentence.repeat(14)}\n\nRun this:\n\n\`\`\`\nnpm test\n\`\`\``,
    );
    expect(short.passages.at(-1)?.text).toContain("Run this:\n\n```\nnpm test\n```");
  });

  test("every piece of a long table keeps its header", () => {
    const rows = Array.from({ length: 60 }, (_, index) => `| Item ${index} | costs ${index} EUR |`).join(
      "\n",
    );
    const { passages } = split(`| Item | Price |\n|---|---|\n${rows}`);
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(lexer(text).map(({ type }) => type)).toEqual(["table"]);
  });

  test("no word of a document is lost, whatever it is made of", () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 60 }).map((count) => sentence.repeat(count).trim()),
      fc.integer({ min: 1, max: 60 }).map((count) => "- an item of a list\n".repeat(count).trim()),
      fc.integer({ min: 1, max: 60 }).map((count) => `\`\`\`\n${"some code\n\n".repeat(count)}\`\`\``),
      fc.integer({ min: 1, max: 400 }).map((count) => "endless ".repeat(count).trim()),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
        const markdown = blocks.join("\n\nNext.\n\n");
        const text = split(markdown)
          .passages.map((passage) => passage.text)
          .join(" ");
        expect(text.split(/\s+/)).toEqual(markdown.split(/\s+/));
      }),
      { numRuns: 50 },
    );
  });
});

describe("text", () => {
  const textOf = (markdown: string) => split(markdown).passages[0]?.text;

  test("pictures, tags, comments and relative links become what they say", () => {
    expect(textOf("<b>The</b> ![map of the shop](map.png) is in [returns](../returns.md). <!-- x -->")).toBe(
      "The map of the shop is in returns.",
    );
    expect(textOf("<details>\n<summary>More</summary>\nHidden words<br>here\n</details>")).toBe(
      "More\nHidden words\nhere",
    );
  });

  test("links to other sites stay, also those by reference", () => {
    expect(textOf("A [link](https://a.example/x) and [another][1].\n\n[1]: https://b.example")).toBe(
      "A [link](https://a.example/x) and [another](https://b.example).",
    );
  });

  test("code is left alone", () => {
    expect(textOf("Write `[a](b.md) <b>` here")).toBe("Write `[a](b.md) <b>` here");
    expect(textOf("```html\n<img src=x> [a](b.md)\n```")).toBe("```html\n<img src=x> [a](b.md)\n```");
    expect(textOf("Words\n\n    indented <b>\n")).toBe("Words\n\n```\nindented <b>\n```");
  });

  test("a relative link stays where the reader is pointed to it, since its text alone leads nowhere", () => {
    for (const pointer of [
      "It is free. See [delivery](delivery.md#cost).",
      "It is free (see [delivery](../delivery.md)).",
      "Es ist frei. Siehe auch [Lieferung](lieferung.md), [Preise](preise.md) und [Rückgabe](/rueckgabe).",
    ])
      expect(textOf(pointer)).toBe(pointer);
    expect(textOf("See\n[the *two* ways](a.md) and [`b`](b.md).")).toBe(
      "See\n[the two ways](a.md) and [b](b.md).",
    );
    expect(textOf("See [a (short) list](<a (b).md>).")).toBe("See [a (short) list](a%20%28b%29.md).");
    expect(textOf("Foresee [delivery](delivery.md).")).toBe("Foresee delivery.");
  });

  test("links within items of several lines, relative and by reference, are readable too", () => {
    const list =
      "- See\n  [returns](../returns.md) and\n  [the post][1].\n\n  - [x] [More](more.md)\n\n[1]: https://post.example";
    expect(textOf(list)).toBe(
      "- See\n  [returns](../returns.md) and\n  [the post](https://post.example).\n\n  - [x] More",
    );
  });

  test("lists and tables stay Markdown", () => {
    const list = "1. First [step](a.md)\n   - with a part\n2. Second";
    expect(textOf(list)).toBe("1. First step\n   - with a part\n2. Second");
    expect(textOf("| A | B |\n|---|---|\n| [x](y.md) | 2 |")).toBe("| A | B |\n|---|---|\n| x | 2 |");
  });
});
