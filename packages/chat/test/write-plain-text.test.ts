import { blocksOf } from "@servicechat/markdown";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "../../../test/support/hostile-texts.ts";
import { withAddress, writePlainText } from "../src/answer-view/write-plain-text.ts";

const written = (text: string): string => writePlainText(blocksOf(text));

describe("an answer as plain text", () => {
  test("has no markup, cells for spreadsheets, and the addresses of links", () => {
    const answer = [
      "### Steps",
      "You can return **any *unused* item** within ~~14~~ 30 days. See [the page](https://acme.example/returns).",
      "1. Print `a | b`\n2. Send it\n   - [x] done\n   - [ ] not yet",
      "| Size | Price |\n| :-- | --: |\n| L | $5 |",
      "```js\nconst a = 1;\n```",
      "> quoted\n>\n> twice",
      "---",
      "Write to <info@acme.example> or see https://acme.example/help.",
    ].join("\n\n");
    expect(written(answer)).toBe(
      [
        "Steps",
        "You can return any unused item within 14 30 days. See the page (https://acme.example/returns).",
        "1. Print a | b\n2. Send it\n   - [x] done\n   - [ ] not yet",
        "Size\tPrice\nL\t$5",
        "const a = 1;",
        "> quoted\n> \n> twice",
        "Write to info@acme.example or see https://acme.example/help.",
      ].join("\n\n"),
    );
  });

  test.each(Object.entries(hostileTexts))("has no characters that deceive: %s", (_name, text) => {
    expect(written(text)).not.toMatch(/[\u202A-\u202E]/u);
  });

  test("names an address once", () => {
    expect(withAddress("Acme", undefined)).toBe("Acme");
    expect(withAddress("acme.example", "https://www.acme.example/")).toBe("https://www.acme.example/");
    expect(withAddress("", "https://acme.example/")).toBe("https://acme.example/");
    expect(withAddress("Call us", "tel:+49301234")).toBe("Call us (+49301234)");
  });
});
