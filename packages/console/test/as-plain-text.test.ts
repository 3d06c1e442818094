import { expect, test } from "vitest";
import { asPlainText } from "../src/inbox/as-plain-text.ts";

test("a draft is written as people write: without signs of Markdown and numbers of sources, with addresses", () => {
  expect(
    asPlainText(
      "I'm not sure, but this is the closest I found:\n\n**Do you sell bikes?**\n\nYes, see [our shop](https://shop.example/bikes) [1].",
    ),
  ).toBe(
    "I'm not sure, but this is the closest I found:\n\nDo you sell bikes?\n\nYes, see our shop (https://shop.example/bikes).",
  );
  expect(asPlainText("1. Open it\n2. Write to <a@shop.example>\n\n- one\n  - two\n\n`x = 1`")).toBe(
    "1. Open it\n2. Write to a@shop.example\n\n- one\n  - two\n\nx = 1",
  );
});
