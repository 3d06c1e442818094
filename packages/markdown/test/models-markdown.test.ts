import { describe, expect, test } from "vitest";
import { blocksOf } from "../src/parse/read-blocks.ts";
import type { Block } from "../src/tree.ts";
import { wordsOf } from "../src/plain-text.ts";

const first = (text: string): Block | undefined => blocksOf(text)[0];

describe("Markdown as models write it", () => {
  /** A list as its items' words and lists. */
  const outline = (block: Block | undefined): unknown =>
    block?.type === "list"
      ? block.items.map(({ children }) => children.map((child) => outline(child)))
      : block?.type === "quote"
        ? outline(block.children[0])
        : block && (block.type === "code" ? `code: ${block.text}` : wordsOf([block]));

  test.each([
    ["- a\n\n      - b"],
    ["- a\n      - b"],
    ["- a\n\t\t- b"],
    ["1. a\n         - b"],
    ["> - a\n>        1. b"],
    ["- a\n            - b"],
  ])("has a list item indented too far within its parent: %j", (text) => {
    expect(outline(first(text))).toEqual([["a", [["b"]]]]);
  });

  test("has the items beside and within it where they stand", () => {
    const text = "- a\n      - b\n        - c\n      - d\n- e\n\nafter";
    expect(blocksOf(text).map(outline)).toEqual([[["a", [["b", [["c"]]], ["d"]]], ["e"]], "after"]);
    expect(outline(first("1. a\n\n        - b\n\n        - c\n2. d"))).toEqual([
      ["a", [["b"], ["c"]]],
      ["d"],
    ]);
    expect(outline(first("- a\n      - b\n    - c\n  - d"))).toEqual([["a", [["b"], ["c"], ["d"]]]]);
  });

  test("keeps code that is indented within an item", () => {
    expect(outline(first("- a\n\n      let b;\n      - c\n"))).toEqual([["a", "code: let b;\n- c"]]);
    expect(outline(first("- a\n  ```\n        - c\n  ```\n      - d"))).toEqual([
      ["a", "code:       - c", [["d"]]],
    ]);
  });

  test.each(["markdown", "md", "", "text"])("has a block of code within one of %j", (language) => {
    const inner = "# T\n```js\nx\n```\nand\n```sh\ny\n```\nend";
    expect(blocksOf(`\`\`\`${language}\n${inner}\n\`\`\`\nafter\n\n\`\`\`\nz\n\`\`\``)).toMatchObject([
      { type: "code", language, text: inner, closed: true },
      { type: "paragraph" },
      { type: "code", text: "z", closed: true },
    ]);
  });

  test("ends a block of code at its first end if there is no other", () => {
    expect(blocksOf("```markdown\n```js\nx\n```\nafter")).toMatchObject([
      { type: "code", text: "```js\nx", closed: true },
      { type: "paragraph" },
    ]);
    expect(blocksOf("```\nx\n```py\ny\n```\nafter\n```\nz\n```")).toMatchObject([
      { type: "code", text: "x\n```py\ny" },
      { type: "paragraph" },
      { type: "code", text: "z" },
    ]);
  });

  test("breaks a line at <br>, in a table's cell too, and shows every other tag", () => {
    expect(blocksOf("| a | b |\n|---|---|\n| 9-12<br>14-18 | x<BR />`<br>` |")).toMatchObject([
      {
        type: "table",
        rows: [
          [
            [{ text: "9-12" }, { type: "break" }, { text: "14-18" }],
            [{ text: "x" }, { type: "break" }, { type: "code", text: "<br>" }],
          ],
        ],
      },
    ]);
    expect(first("a<br/>b<hr>")).toMatchObject({ children: [{}, { type: "break" }, {}, { text: "<hr>" }] });
    expect(blocksOf("a\n\n<br>\n\nb")).toHaveLength(2);
  });
});
