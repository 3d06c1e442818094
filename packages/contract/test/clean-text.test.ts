import { expect, test } from "vitest";
import { cleanText } from "../src/index.ts";

const tags = (text: string): string =>
  text.replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));

test("invisible Tag characters are not drawn", () => {
  expect(cleanText(`a${tags("hidden words")}b`)).toBe("ab");
});

test("emoji flags made of Tag characters are drawn", () => {
  const england = `\u{1F3F4}${tags("gbeng")}\u{E007F}`;
  expect(cleanText(`${england}${tags("x")}!`)).toBe(`${england}!`);
  const longest = `\u{1F3F4}${tags("xxabcd")}\u{E007F}`;
  expect(cleanText(longest)).toBe(longest);
  expect(cleanText(`\u{1F3F4}${tags("xxabcde")}\u{E007F}`)).toBe("\u{1F3F4}");
});

test("half a character is drawn as none, and two halves do not become one when what is between them goes", () => {
  expect(cleanText("a\uD83Db")).toBe("a\uFFFDb");
  expect(cleanText("\uDB40\u202E\uDC41")).toBe("\uFFFD\uFFFD");
});

test("a flag without its end, or too long to be one, loses its Tag characters", () => {
  expect(cleanText(`\u{1F3F4}${tags("gbeng")}.`)).toBe("\u{1F3F4}.");
  expect(cleanText(`\u{1F3F4}${tags("ignoreeverything")}\u{E007F}`)).toBe("\u{1F3F4}");
});

test("bidi embeddings and overrides are not drawn; joiners, isolates and direction marks are", () => {
  expect(cleanText("a\u202Eb\u202Cc\u202Ad\u202Be\u202Df")).toBe("abcdef");
  const kept = "\u200D\u200C\u200E\u200F\u2066x\u2069";
  expect(cleanText(kept)).toBe(kept);
});
