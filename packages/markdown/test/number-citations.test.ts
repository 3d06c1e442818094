import type { CitationLabel, ToolRow } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import { createGrowingMarkdown } from "../src/parse/growing-markdown.ts";
import { numberCitations, referencesIn, withNumbers } from "../src/citations/citations.ts";
import { blocksOf } from "../src/parse/read-blocks.ts";
import type { Block } from "../src/tree.ts";
import { wordsOf } from "../src/plain-text.ts";

const row = (number: number): ToolRow => ({
  title: `Page ${number}`,
  url: `https://shop.example/${number}#part`,
  number,
});
const found = new Map<CitationLabel, ToolRow>([4, 5, 6].map((number) => [number, row(number)]));
const earlier = (label: CitationLabel): ToolRow | undefined => (label === 2 ? row(2) : undefined);

const cite = (blocks: readonly Block[], isGrowing = false) =>
  numberCitations(blocks, { found, earlier, isGrowing });

/** A finished answer as shown: its text with the numbers in it, and its list. */
function shown(text: string) {
  const blocks = blocksOf(text);
  const citations = cite(blocks);
  return {
    words: wordsOf(withNumbers(blocks, citations)),
    list: citations.listed.map(({ number, source }) => `${number} ${source.title}`),
  };
}

describe("the numbers of an answer's sources", () => {
  test("begin with 1 and follow the order of citations, whatever the wire's numbers are", () => {
    expect(shown("One [6], two [4][6], three [2], none [9].")).toEqual({
      words: "One [1], two [2][1], three [3], none [9].",
      list: ["1 Page 6", "2 Page 4", "3 Page 2"],
    });
  });

  test("do not count numbers in code or in a link's text, nor one that begins a line and belongs to an earlier answer", () => {
    expect(shown("`list[5]` and [see [4]](https://other.example)\n[2] a list\n\nSo [6].").list).toEqual([
      "1 Page 6",
    ]);
    expect(shown("`list[5]`, [4, 9]")).toMatchObject({ list: [] });
  });

  test("are not given to sources that the text only links to, because the link shows them", () => {
    expect(shown("Within 30 days.\n\nSource: [Page 4](https://shop.example/4#part)")).toEqual({
      words: "Within 30 days.\nSource: Page 4",
      list: [],
    });
  });

  test("do not repeat the link that they follow, and remain if there is none before them", () => {
    expect(shown("See [Page 4](https://shop.example/4#part) [4].")).toEqual({
      words: "See Page 4.",
      list: [],
    });
    expect(shown("See [Page 4](https://shop.example/4#part) [5]").words).toBe("See Page 4 [1]");
    expect(shown("So [4]. See [Page 4](https://shop.example/4#part).")).toMatchObject({
      words: "So [1]. See Page 4.",
      list: ["1 Page 4"],
    });
  });

  test("include those of links that are written as numbers", () => {
    expect(
      shown("So [1], or [2].\n\n[1]: https://shop.example/6#part\n[2]: https://other.example"),
    ).toMatchObject({
      words: "So [1], or 2.",
      list: ["1 Page 6"],
    });
  });

  test("do not change while an answer grows, including footnotes at its end", () => {
    const text =
      "Thirty days [6], also for gifts [^gift], see [Page 4](https://shop.example/4#part) [4] and [4].\n\n" +
      "- By post [5]\n- `[6]`\n\n| A | B |\n|---|---|\n| As [2] | [^2024] |\n\n[^gift]: Gift cards\n[^2024]: A year\n";
    const reader = createGrowingMarkdown();
    const given = new Map<string, string>();
    for (let length = 1; length <= text.length; length++) {
      const blocks = reader.read(text.slice(0, length), false);
      const { of } = cite(blocks, true);
      for (const reference of referencesIn(blocks)) {
        const numbered = of(reference);
        if (!numbered?.length || reference.type === "link") continue;
        const numbers = numbered.map(({ number }) => number).join();
        expect(given.get(reference.text) ?? numbers, `${reference.text} after ${length}`).toBe(numbers);
        given.set(reference.text, numbers);
      }
    }
    expect(Object.fromEntries(given)).toEqual({
      "[6]": "1",
      "[^gift]": "2",
      "[4]": "3",
      "[5]": "4",
      "[2]": "5",
      "[^2024]": "6",
    });
    expect(shown(text).list).toEqual([
      "1 Page 6",
      "2 Gift cards",
      "3 Page 4",
      "4 Page 5",
      "5 Page 2",
      "6 A year",
    ]);
  });

  test("leave no gap for a footnote that never came", () => {
    expect(shown("One [^none], two [5].")).toMatchObject({
      words: "One [^none], two [1].",
      list: ["1 Page 5"],
    });
  });
});
