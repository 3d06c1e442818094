import { expect, test, vi } from "vitest";
import { keywordsOf } from "../src/extractive/keywords.ts";
import { readSituation } from "../src/extractive/read-situation.ts";

const length = 8_000;
/** Letters from one of these on, in words of a few, with a sign between them. */
const kinds = [
  { name: "short Latin words", first: "a", letters: 26, ofWord: 2, between: " " },
  { name: "accents", first: "\u0100", letters: 128, ofWord: 1, between: " " },
  { name: "Thai", first: "\u0e01", letters: 45, ofWord: 20, between: "" },
  { name: "Han", first: "\u4e00", letters: 20_000, ofWord: 20, between: "" },
  { name: "Hangul", first: "\uac00", letters: 11_000, ofWord: 2, between: " " },
  { name: "sentences of a word", first: "a", letters: 26, ofWord: 2, between: "? " },
  { name: "questions", first: "a", letters: 26, ofWord: 3, between: " is it? Can " },
];

function messageOf({ first, letters, ofWord, between }: (typeof kinds)[number]): string {
  const from = first.codePointAt(0) ?? 0;
  let text = "";
  for (let at = 0; text.length < length; at++) {
    const letter = (place: number) =>
      String.fromCodePoint(from + ((at * 7 + place * 13 + (at >> 4)) % letters));
    text += Array.from({ length: ofWord }, (_, place) => letter(place)).join("") + between;
  }
  return text.slice(0, length - 1) + "?";
}

test.each(kinds)(
  "a message of 8,000 characters is taken apart a few times, whatever it is: $name",
  (kind) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const situation = readSituation([{ role: "user", text: messageOf(kind) }]);
    const read = segment.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
    segment.mockRestore();
    expect(situation.question).toHaveLength(length);
    expect(read).toBeLessThan(10 * length);
  },
);

test("a message has at most 400 words that are looked for", () => {
  const words = Array.from({ length: 1_000 }, (_, at) => `w${at}`);
  expect(keywordsOf(words.join(" "))).toEqual(words.slice(0, 400));
});
