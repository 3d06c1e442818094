import { tests as commonmark } from "commonmark-spec";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createGrowingMarkdown } from "../src/parse/growing-markdown.ts";
import { blocksOf } from "../src/parse/read-blocks.ts";
import { plainText, wordsOf } from "../src/plain-text.ts";
import type { Block, Inline } from "../src/tree.ts";

/** What an answer has, apart from its words: each with the words in it. */
function partsOf(blocks: readonly Block[]): { type: string; words: string }[] {
  const inLine = (inlines: readonly Inline[]): { type: string; words: string }[] =>
    inlines.flatMap((inline) => {
      if (inline.type === "link")
        return { type: `link to ${inline.href}`, words: plainText(inline.children) };
      if (inline.type === "text" || inline.type === "break" || inline.type === "cite") return [];
      if (!("children" in inline)) return { type: inline.type, words: inline.text };
      return [{ type: inline.type, words: plainText(inline.children) }, ...inLine(inline.children)];
    });
  return blocks.flatMap((block) => {
    const words = wordsOf([block]);
    switch (block.type) {
      case "list":
        return block.items.flatMap(({ children }) => [
          { type: "item", words: wordsOf(children) },
          ...partsOf(children),
        ]);
      case "quote":
        return [{ type: "quote", words }, ...partsOf(block.children)];
      case "table":
        return [block.head, ...block.rows].flatMap((row) => [
          { type: "row", words: row.map(plainText).join("") },
          ...row.flatMap(inLine),
        ]);
      case "paragraph":
      case "line":
        return inLine(block.children);
      case "heading":
        return [{ type: "heading", words }, ...inLine(block.children)];
      case "code":
      case "math":
      case "note":
      case "rule":
        return { type: block.type, words };
    }
  });
}

const signs = (text: string): string => text.replace(/[\s,]/g, "");

/** Says what a growing text shows that the finished one does not have. */
function provisional(shown: readonly Block[], finished: readonly Block[]): string[] {
  const wrong: string[] = [];
  if (!signs(wordsOf(finished)).startsWith(signs(wordsOf(shown)))) wrong.push(`words: ${wordsOf(shown)}`);
  const known = partsOf(finished);
  for (const { type, words } of partsOf(shown)) {
    const isKnown = known.some(
      (each) => each.type === type && signs(each.words).startsWith(signs(words)) && (words || !each.words),
    );
    if (!isKnown && !(type === "code" && words === "")) wrong.push(`${type}: ${words}`);
  }
  return wrong;
}

function expectNothingProvisional(text: string): void {
  const reader = createGrowingMarkdown();
  const finished = blocksOf(text);
  for (let length = 0; length <= text.length; length++) {
    const shown = reader.read(text.slice(0, length), false);
    expect(provisional(shown, finished), JSON.stringify(text.slice(0, length))).toEqual([]);
  }
  expect(reader.read(text, true)).toEqual(finished);
}

describe("an answer that grows", () => {
  test.each([
    "Sizes\n- small\n- large",
    "Total\n= 12 EUR",
    "Text before\n| Size | Price |\n|---|---|\n| S | **4** |\n| M | `5` |\n\nafter",
    "Size | Price\n--- | ---\nS | 4\n",
    "See https://example.test/guide now.",
    "See [our guide](https://example.test/guide) now, ![x](https://a.example/y.png)!",
    "Para one\n\n---\n\nPara two\n***\nx",
    "Costs $6 or $x^2$ ok, $5 and you pay.",
    "- **a** b\n- [ ] c\n- [x] d\n  - e\n      - f\n1. g\n2. h",
    "# **Head** x\n\nHead\n---\nmore",
    "```js\nlet a = `b`;\n```\nafter `x` and ``y ` z``",
    "```markdown\n# T\n```js\nx\n```\nend\n```\nafter",
    "Write ada@example.test, or @ada.",
    "注意**（30天）**内，见 https://example.test/路径。",
    "a **b _c_ d** e *f* ~~g~~ 3~5 snake_case 5 * 3 * 2 **open",
    "2024. was\n1.5 is\n#tag +1 -5",
    "> q\n> - a\n>\n> b\n\n$$\na+b\n$$\n\n\\[ x \\] and \\(y\\)",
    "Line<br>two <https://a.example/> <b>x</b> a < b &amp; c\\\nd",
    "Said [1], [2][3] and 【4】, [^a] too. A [bracket] and [more",
    "A ($$), B ($$$), `a | b`, c | d",
    "Wow! **Really!** Yes.",
  ])("shows nothing that the finished one does not have: %j", (text) => {
    expectNothingProvisional(text);
  });

  const word = fc.constantFrom(
    "word ",
    "**bold** ",
    "*it (so)* ",
    "`code` ",
    "[link](https://a.example/x) ",
    "https://b.example/path, ",
    "$5 ",
    "$x^2$ ",
    "ada@example.test ",
    "~~gone~~ ",
    "3~5 ",
    "[1] ",
    "Yes! ",
    "注意**（30天）**内，",
    "**„so“**er ",
    "a_b ",
    "5 * 3 ",
    "&amp; ",
    "**[x](https://a.example/) y** ",
    "\\(a\\) ",
    "what ",
    "(see [that]) ",
  );
  const line = fc
    .array(word, { minLength: 1, maxLength: 5 })
    .map((words) => `x ${words.join("").trimEnd()}.`);
  const block = fc.oneof(
    line,
    line.map((text) => `## ${text}`),
    line.map((text) => `${text}\n---`),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((each) => `- ${each}`).join("\n")),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((lines) => lines.map((each) => `1. ${each}`).join("\n")),
    fc.tuple(line, line).map(([a, b]) => `- ${a}\n      - ${b}\n- c`),
    fc.tuple(line, line).map(([a, b]) => `${a}\n- ${b}`),
    fc.tuple(line, line).map(([a, b]) => `| ${a} | B |\n|---|---|\n| ${b} | ${a} |\n| c | d |`),
    fc.tuple(line, line).map(([a, b]) => `> ${a}\n> ${b}`),
    line.map((text) => `\`\`\`sh\n${text} | wc\n\`\`\``),
    fc.constantFrom("---", "$$\na+b\n$$", "* * *", "\\[ x_1 \\]"),
  );

  test("shows nothing that the finished one does not have, at any length of any answer", () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        expectNothingProvisional(blocks.join("\n\n"));
      }),
      { numRuns: 100 },
    );
  });

  test("makes no link and no heading of what another character could change", () => {
    // A definition makes links of what is above it, by design.
    const examples = commonmark.map(({ markdown }) => markdown).filter((each) => !each.includes("]:"));
    const piece = fc.oneof(word, fc.constantFrom(...examples, "\n", "- ", "> ", "| ", "--", "=", "``"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const reader = createGrowingMarkdown();
        const text = pieces.join("");
        for (let length = 0; length <= text.length; length++) {
          const part = text.slice(0, length);
          const shown = partsOf(reader.read(part, false));
          // The text could go on like this, or end.
          const next = [partsOf(blocksOf(part)), partsOf(blocksOf(`${part}x y`))];
          for (const { type, words } of shown.filter((each) => /^(?:link|heading)/.test(each.type)))
            for (const parts of next)
              expect(
                parts.some((each) => each.type === type && signs(each.words).startsWith(signs(words))),
                JSON.stringify([part, type, words]),
              ).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("goes on being drawn word by word where nothing is open", () => {
    const reader = createGrowingMarkdown();
    const shown = (text: string): string => wordsOf(reader.read(text, false));
    expect(shown("The price is $6 and you can")).toBe("The price is $6 and you can");
    expect(shown("The price is $6 and you can pay * later, snake_case ~5 a")).toContain("snake_case ~5 a");
    expect(shown("- a\n- b | c d\n- e")).toBe("a\nb | c d\ne");
  });
});
