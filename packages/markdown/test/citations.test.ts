import { describe, expect, test } from "vitest";
import { blocksOf, readBlocks } from "../src/parse/read-blocks.ts";
import { referencesIn } from "../src/citations/citations.ts";
import { wordsOf } from "../src/plain-text.ts";

const cites = (text: string) =>
  readBlocks(text).written.flatMap(({ block }) =>
    block?.type === "paragraph"
      ? block.children.flatMap((inline) => (inline.type === "cite" ? [inline.labels] : []))
      : [],
  );

describe("a citation", () => {
  test("is a number or a few in brackets, a footnote's label, or the special characters of some models", () => {
    expect(
      cites(
        "One [1], two[2][3], some [4, 5], a note [^6], 【7】, 【8†a page】, [^Note_1a], [^ملاحظة] and [^2024].",
      ),
    ).toEqual([[1], [2], [3], [4, 5], [6], [7], [8], ["note_1a"], ["ملاحظة"], [2024]]);
  });

  test("is recognised by its place: after what it was taken from, or at the beginning of a line", () => {
    const within = (text: string) =>
      referencesIn(blocksOf(text)).flatMap((each) =>
        each.type === "cite" && !each.startsLine ? each.labels : [],
      );
    expect(
      within("Two lists:\n[1] one\n[2] two [3]\n\n- [4] four\n- *[5]* five [6]\n\n> [7]\n\n[8][9] eight"),
    ).toEqual([3, 6]);
    expect(
      within("**Bold**[1], *so [2]*\nor\\\n[3] not.\n\n| [4] | so [5] |\n|---|---|\n| [6] | `[7]` |"),
    ).toEqual([1, 2, 5]);
  });

  test("is not recognised in code, in a link's text, and without a source's number", () => {
    expect(
      cites(
        "`a[1]` [see [2]](https://a.example) [] [a] [1.5] [-1] [1234] [1,2,] [^] [^a b] [^a*] [note] [x](https://a.example)",
      ),
    ).toEqual([]);
  });
});

describe("a footnote", () => {
  const blocks = (text: string) => readBlocks(text).written.flatMap(({ block }) => block ?? []);

  test("begins a line, alone or after text, and ends with a blank line or the next one", () => {
    expect(blocks("Text[^1]\n[^1]: one\ntwo\n[^2]: three\n\nText")).toMatchObject([
      { type: "paragraph" },
      { type: "note", label: 1, children: [{ type: "text", text: "one\ntwo" }] },
      { type: "note", label: 2, children: [{ type: "text", text: "three" }] },
      { type: "paragraph", children: [{ type: "text", text: "Text" }] },
    ]);
  });

  test("may have a name, and an address that is all it contains", () => {
    expect(blocks("Text[^src-1]\n[^src-1]: https://shop.example\n[^Ärger]: two")).toMatchObject([
      { type: "paragraph" },
      { type: "note", label: "src-1", children: [{ type: "link", href: "https://shop.example/" }] },
      { type: "note", label: "ärger" },
    ]);
  });

  test("is text if it is empty, has no name, or is within something else", () => {
    const texts = [
      "[^1]:",
      "[^]: a word",
      "[^a word]: said so",
      "> [^1]: quoted",
      "- [^1]: listed",
      "`[^1]: code`",
    ];
    expect(texts.flatMap(blocks).filter(({ type }) => type === "note")).toEqual([]);
    expect(texts.map((text) => wordsOf(blocksOf(text)))).toEqual([
      "[^1]:",
      "[^]: a word",
      "[^a word]: said so",
      "[^1]: quoted",
      "[^1]: listed",
      "[^1]: code",
    ]);
  });

  test("is read quickly even if thousands of lines could begin one", () => {
    expect(blocks("a\n[^1\n\n".repeat(20_000))).toHaveLength(20_000);
  });
});
