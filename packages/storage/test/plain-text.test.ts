import { expect, test } from "vitest";
import { plainText } from "../src/chat-list/plain-text.ts";

test.each([
  ["You have 30 days [1], counted from delivery [2, 3].", "You have 30 days, counted from delivery."],
  ["It is free[^1]. So is this [^shipping].", "It is free. So is this."],
  ["As the page says【1†Returns】 and 【2】.", "As the page says and."],
  ["Choose [1](https://shop.example/) or [a list](https://shop.example/list).", "Choose or a list."],
  ["Room [1234] is on [the left].", "Room [1234] is on [the left]."],
])("the beginning of an answer has no citations: %s", async (markdown, expected) => {
  expect(await plainText(markdown)).toBe(expected);
});
