import fc from "fast-check";
import { expect, test } from "vitest";
import { createThoughtFilter } from "../src/models/thought-filter.ts";

type Unmarked = Parameters<typeof createThoughtFilter>[0]["unmarked"];

const filtered = (...pieces: readonly string[]) => filteredAs("never", pieces);

/** The output, and the number of thoughts, for a text in these pieces. */
function filteredAs(unmarked: Unmarked & string, pieces: readonly string[], isCut = false) {
  const said: string[] = [];
  let thoughts = 0;
  const filter = createThoughtFilter({
    onText: (piece) => void said.push(piece),
    onThinking: () => void thoughts++,
    unmarked,
  });
  for (const piece of pieces) filter.say(piece);
  filter.end(isCut);
  return { said, text: said.join(""), hasThought: thoughts > 0 };
}

test.each([
  ["<think>They ask.</think>\n\nOpen at nine.", "Open at nine."],
  ["\n <think></think>Open.", "Open."],
  ["<think>a < b, </thinking> and </ think></think> Open </think>.", "Open </think>."],
  ["<think>never ends", ""],
  ["<think>ends, and that is all</think>\n", ""],
  ["<thinking>They ask.</thinking>Open.", "Open."],
  ["<Thought>\nThey ask.\n</Thought>\n\nOpen.", "Open."],
  ["<think>one</think>\n<think>two</think>\nOpen.", "Open."],
  ["[THINK]They ask.[/THINK]Open.", "Open."],
  ["\u25c1think\u25b7They ask.\u25c1/think\u25b7Open.", "Open."],
  [
    "<|channel|>analysis<|message|>They ask.<|end|><|start|>assistant<|channel|>final<|message|>Open.<|return|>",
    "Open.",
  ],
  [
    "<|start|>assistant<|channel|>analysis<|message|>They ask.<|start|>assistant<|channel|>final<|message|>Open.",
    "Open.",
  ],
  [
    "<|channel|>analysis<|message|>They ask.<|end|><|start|>assistant<|channel|>commentary to=functions.first " +
      '<|constrain|>json<|message|>{"note":"ONE"}<|call|>',
    "",
  ],
  ["analysisThey ask when we open.assistantfinalOpen at nine.", "Open at nine."],
  ["<|channel>thought\nThey ask.<channel|>Open.", "Open."],
])("thoughts at the beginning are taken out: %j", (text, answer) => {
  expect(filtered(text)).toMatchObject({ text: answer, hasThought: true });
});

test.each([
  ["Open.\n<think>They may ask why.</think>\nCome in.", "Open.\nCome in."],
  ["Let me see. <think>They ask.</think>Open.", "Let me see. Open."],
  ["Open.\n<think>Cut while it thinks", "Open.\n"],
  ["They ask when we open.\n</think>\n\nOpen at nine.", "Open at nine."],
  ["They ask when we open.</think>Open at nine.", "Open at nine."],
  ["They ask.\n</thinking>\nOpen.", "Open."],
  ["</think>\n\nOpen.", "Open."],
])("thoughts are taken out wherever they are: %j", (text, answer) => {
  for (const unmarked of ["known", "possible"] as const) {
    expect(filteredAs(unmarked, [text])).toMatchObject({ text: answer, hasThought: true });
    expect(filteredAs(unmarked, text.split(""))).toMatchObject({ text: answer, hasThought: true });
  }
});

test("a model that is known to think first shows nothing of what was cut off in its thoughts", () => {
  expect(filteredAs("known", ["They ask when", " we open."], true).text).toBe("");
  expect(filteredAs("known", ["Open", " at nine."]).text).toBe("Open at nine.");
});

test("text that waits is passed on as it came once it may be", () => {
  const said: string[] = [];
  const filter = createThoughtFilter({
    onText: (piece) => void said.push(piece),
    onThinking: () => undefined,
    unmarked: "possible",
  });
  for (const piece of ["Open", " at"]) filter.say(piece);
  expect(said).toEqual([]);
  filter.release();
  filter.say(" nine.");
  filter.end();
  expect(said).toEqual(["Open", " at", " nine."]);
});

test.each([
  ["Write `<think>like this</think>`."],
  ["Write:\n```\n<think>\nlike this\n</think>\n```\nDone."],
  ["A thought ends with </think> as its mark."],
  ["<thin"],
  ["analysis of the question"],
  ["a < b and [1], [2](x) and <thing>"],
  [" \n"],
  [""],
  ["  a"],
])("anything else is text as it is: %j", (text) => {
  expect(filtered(text)).toMatchObject({ text, hasThought: false });
});

test("a text is passed on from its first letter, piece by piece as it arrives", () => {
  expect(filtered("\n", "Open", " at", " <t", "d> nine").said).toEqual(["\nOpen", " at", " ", "<td> nine"]);
});

test("a mark within a line whose thought never ends is only mentioned, unless the text was cut off", () => {
  const text = "The <think> mark begins a thought.";
  expect(filtered(text).text).toBe(text);
  expect(filteredAs("never", [text], true).text).toBe("The ");
});

test("thoughts whose end comes in pieces end there", () => {
  const text = "<think>They ask.</think>Open at nine.";
  for (let place = 1; place < text.length; place++)
    expect(filtered(text.slice(0, place), text.slice(place)).text).toBe("Open at nine.");
  expect(filtered(...text.split("")).text).toBe("Open at nine.");
});

test("a text that is cut anywhere is the same text", () => {
  const word = fc.constantFrom(
    "<think>",
    "</think>",
    "<",
    "think",
    ">",
    "</",
    " ",
    "\n",
    "a",
    "<think",
    "`",
    "```",
    "[THINK]",
    "[/THINK]",
    "<|channel|>",
    "analysis",
    "final",
    "<|message|>",
    "<|end|>",
    "<|start|>",
    "assistant",
    "A",
    "</thinking>",
  );
  const unmarked = fc.constantFrom("known" as const, "possible" as const);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(fc.nat(60)), unmarked, (words, cuts, mode) => {
      const text = words.join("");
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
        text.length,
      ];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      expect(filteredAs(mode, pieces).text).toBe(filteredAs(mode, [text]).text);
    }),
    { numRuns: 2000 },
  );
});
