import { tests as commonmark } from "commonmark-spec";
import fc from "fast-check";
import { Lexer, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../../test/support/hostile-texts.ts";
import { forReaders, forViewers, createBlockWriter } from "../src/answer-view/write-markdown.ts";
import { blocksOf, wordsOf } from "@servicechat/markdown";

const examples = commonmark.map(({ markdown }) => markdown);
const writeBlocks = createBlockWriter(forViewers);
const written = (text: string): string => writeBlocks(blocksOf(text));
const words = (text: string): string => wordsOf(blocksOf(text));

/** The result of a viewer that supports all of Markdown: every token, including nested ones. */
function seen(text: string): Token[] {
  const all: Token[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("type" in value && "raw" in value) all.push(value as Token);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(new Lexer({ gfm: true }).lex(text));
  return all;
}

function expectHarmless(text: string): void {
  for (const token of seen(written(text))) {
    expect(["image", "html", "def"], `${JSON.stringify(text)} is ${JSON.stringify(token.raw)}`).not.toContain(
      token.type,
    );
    if (token.type === "heading") expect(token["depth"]).toBeGreaterThan(2);
    if (token.type === "link") expect(String(token["href"])).toMatch(/^(?:https?|mailto|tel):/);
  }
}

describe("an exported answer", () => {
  test.each(Object.entries(hostileTexts))("loads nothing and runs nothing in a viewer: %s", (_name, text) => {
    expectHarmless(text);
    expectHarmless(`> - ${text}`);
  });

  test("has no image, no HTML and no heading of the chat's own, whatever it contains", () => {
    const piece = fc.oneof(
      fc.constantFrom(...examples, ...Object.values(hostileTexts)),
      fc.constantFrom(
        "!",
        "![",
        "](https://evil.example/x.png)",
        "[a](https://evil.example/x.png)",
        "<img src=x>",
        "<",
        "&lt;",
        "`",
        "``",
        "```\n",
        "$$",
        "$",
        "\\",
        "\n",
        "\n\n",
        "> ",
        "- ",
        "1. ",
        "    ",
        "# ",
        "---\n",
        "===\n",
        "**",
        "*",
        "_",
        "~~",
        "|",
        "| a |\n|--|\n",
        "[r]: https://evil.example/x\n",
        "![r]",
        "[r]",
        "[^x]",
        "\n[^x]: ",
        "a",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectHarmless(pieces.join(""))),
      { numRuns: 300 },
    );
  });

  test("is the same answer when it is parsed again", () => {
    const answer = [
      "You can return **any *unused* item** within ~~14~~ 30 days [1][2]. See [the page](https://acme.example/a_(b)), snake_case and 5 * 3 < 20!",
      "### Steps\n\n1. Print `a | b` and `` ` ``\n2. Send it\n   - [x] done\n   - [ ] not yet",
      "| Size | Price |\n| :-- | --: |\n| L \\| XL | $5 |\n| `s\\|m` | $6 |",
      '```js\nconst a = "![x](https://evil.example)";\n```',
      "> quoted\n>\n> twice",
      "---",
      "# not a heading of 1, 2) or - lists".replace("# ", "\\# "),
    ].join("\n\n");
    expect(words(written(answer))).toBe(words(answer));
    const kinds = (text: string) => blocksOf(text).map(({ type }) => type);
    expect(kinds(written(answer))).toEqual(kinds(answer));
    expect(written(answer)).toContain('const a = "![x](https://evil.example)";');
    expect(written(written("1. one\n2. two"))).toBe("1. one\n2. two");
    expect(written("Look: ![a lamp](https://evil.example/x.png)!")).toBe(
      "Look: [a lamp](<https://evil.example/x.png>)\\!",
    );
    expect(written("# You, today")).toBe("### You, today");
    expect(written("Yes[^1], as here[^x].\n\n[^1]: One\n[^x]: A *note*")).toBe(
      "Yes[^1], as here[^x].\n\n- [1] One\n\n- [^x] A *note*",
    );
  });

  test("for people is without the escapes that only viewers need", () => {
    const write = createBlockWriter(forReaders);
    const answer = "It costs $25 (not $30), snake\\_case.\n\n1. See [the page](https://acme.example/a_(b))";
    expect(write(blocksOf(answer))).toBe(
      "It costs $25 (not $30), snake_case.\n\n1. See [the page](https://acme.example/a_%28b%29)",
    );
  });
});
