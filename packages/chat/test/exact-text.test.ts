import { expect, test } from "vitest";
import { exactText } from "../src/screens/exact-text.ts";

test("a text to be confirmed shows what hides in it, and keeps its lines", () => {
  expect(exactText('{\n\t"to": "a\u202Eb\u200B\u{E0041}\0"\n}')).toBe(
    '{\n\t"to": "a\\u{202e}b\\u{200b}\\u{e0041}\\u{0}"\n}',
  );
  expect(exactText("Größe: ünï 👍 日本")).toBe("Größe: ünï 👍 日本");
});
