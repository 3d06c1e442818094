import { expect, test } from "vitest";
import { citedNumbers } from "../src/citations.ts";

test.each([
  ["It is open daily [1].", [1]],
  ["Both say so [1, 2] and [^3].", [1, 2, 3]],
  ["Some models write 【4】 or 【5†opening hours】.", [4, 5]],
  ["A footnote [^hours] has a name, and [1](https://shop.example/) is a link.", []],
  ["It runs [1].\n```js\nconst list = [2, 3];\n```\nSee `rows[4]` [5].", [1, 5]],
  ["~~~\n[1]", []],
  ["As it says in [1]: daily [^2].\n\n[^3]: The opening hours.", [1, 2]],
  ["An array such as list[1000] or [a, 1] cites nothing.", []],
])("the numbers that %j cites are %j", (text, numbers) => {
  expect([...citedNumbers(text)]).toEqual(numbers);
});
