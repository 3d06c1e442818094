import { expect, test } from "vitest";
import { plainWords } from "../src/embeddings/plain-words.ts";

test.each([
  [
    "Text > fill\nSee [`Text.setStyle`](a.html), or **max_size**.",
    "Text. fill See Text set Style , or max size .",
  ],
  ["Say:\n\n```ts\nlet a = 1;\n```\n\nThen go.", "Say: Then go."],
  ["Before\n~~~\nnever closed", "Before"],
  ["- one\n- two\n> three", "one two three"],
  ["| Name | Type |\n| --- | --- |\n| `key` | string |", "Name Type key string"],
  ["See https://acme.example/a?b=c for more", "See for more"],
  ["Größe und 退货政策, version 2.5", "Größe und 退货政策, version 2 5"],
])("a small model reads %j as words alone", (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});
