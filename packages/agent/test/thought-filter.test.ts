import fc from "fast-check";
import { expect, test } from "vitest";
import { createThoughtFilter } from "../src/models/thought-filter.ts";

/** The output, and the number of thoughts, for a text in these pieces. */
function filtered(...pieces: readonly string[]) {
  const said: string[] = [];
  let thoughts = 0;
  const filter = createThoughtFilter({
    onText: (piece) => void said.push(piece),
    onThinking: () => void thoughts++,
  });
  for (const piece of pieces) filter.say(piece);
  filter.end();
  return { said, text: said.join(""), hasThought: thoughts > 0 };
}

test.each([
  ["<think>They ask.</think>\n\nOpen at nine.", "Open at nine."],
  ["\n <think></think>Open.", "Open."],
  ["<think>a < b, </thinking> and </ think></think> Open </think>.", "Open </think>."],
  ["<think>never ends", ""],
  ["<think>ends, and that is all</think>\n", ""],
])("thoughts at the beginning are taken out: %j", (text, answer) => {
  expect(filtered(text)).toMatchObject({ text: answer, hasThought: true });
});

test.each([
  ["Write <think>like this</think>."],
  ["<thin"],
  ["<thinking>is another mark</thinking>"],
  [" \n"],
  [""],
  ["  a"],
])("anything else is text as it is: %j", (text) => {
  expect(filtered(text)).toMatchObject({ text, hasThought: false });
});

test("a text is passed on from its first letter, piece by piece as it arrives", () => {
  expect(filtered("\n", "Open", " at", " <think>").said).toEqual(["\nOpen", " at", " <think>"]);
});

test("thoughts whose end comes in pieces end there", () => {
  const text = "<think>They ask.</think>Open at nine.";
  for (let place = 1; place < text.length; place++)
    expect(filtered(text.slice(0, place), text.slice(place)).text).toBe("Open at nine.");
  expect(filtered(...text.split("")).text).toBe("Open at nine.");
});

test("a text that is cut anywhere is the same text", () => {
  const word = fc.constantFrom("<think>", "</think>", "<", "think", ">", "</", " ", "\n", "a", "<think");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 10 }), fc.array(fc.nat(60)), (words, cuts) => {
      const text = words.join("");
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
        text.length,
      ];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      const { text: whole, hasThought } = filtered(text);
      expect(filtered(...pieces.filter((piece) => piece !== ""))).toMatchObject({ text: whole, hasThought });
    }),
  );
});
