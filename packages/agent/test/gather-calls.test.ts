import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOpenAiReader } from "../src/models/openai.ts";
import { parseArguments } from "../src/models/tool-calls.ts";

type Delta = Readonly<Record<string, unknown>>;

/** What a model has called, by the pieces of its calls. */
function called(...pieces: readonly Delta[]) {
  const reader = createOpenAiReader(() => undefined);
  for (const piece of pieces) reader.take(chunk({ tool_calls: [piece] }));
  reader.take(chunk({}, "tool_calls"));
  return reader.response().toolCalls.map(({ name, input }) => [name, input]);
}

const chunk = (delta: Delta, finish: string | null = null) => ({
  data: JSON.stringify({
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
  }),
});

const piece = (fields: { index?: unknown; id?: string; name?: string; args?: unknown }): Delta => {
  const { index, id, name, args } = fields;
  return {
    ...(index !== undefined && { index }),
    ...(id !== undefined && { id }),
    type: "function",
    function: { ...(name !== undefined && { name }), ...(args !== undefined && { arguments: args }) },
  };
};

const one = ["first", { note: "ONE" }];
const two = ["second", { note: "TWO" }];
const both = [one, two];

describe("the pieces of several calls come together, however a server sends them", () => {
  test.each<[string, readonly Delta[]]>([
    [
      "ids and no numbers, interleaved",
      [
        piece({ id: "a", name: "first", args: "" }),
        piece({ id: "b", name: "second", args: "" }),
        piece({ id: "a", args: '{"note":"ONE"}' }),
        piece({ id: "b", args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "ids, and a rest of a call without one",
      [
        piece({ id: "a", name: "first", args: "" }),
        piece({ id: "b", name: "second", args: '{"note":"TWO"}' }),
        piece({ id: "a", args: '{"note":' }),
        piece({ args: '"ONE"}' }),
      ],
    ],
    [
      "objects, all with number 0, without ids",
      [
        piece({ index: 0, name: "first", args: { note: "ONE" } }),
        piece({ index: 0, name: "second", args: { note: "TWO" } }),
      ],
    ],
    [
      "whole texts, all with number 0, without ids",
      [
        piece({ index: 0, name: "first", args: '{"note":"ONE"}' }),
        piece({ index: 0, name: "second", args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "numbers that are null",
      [
        piece({ index: null, name: "first", args: '{"note":' }),
        piece({ index: null, args: '"ONE"}' }),
        piece({ index: null, name: "second", args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "the name with each piece",
      [
        piece({ index: 0, id: "a", name: "first", args: '{"note"' }),
        piece({ index: 0, id: "a", name: "first", args: ':"ONE"}' }),
        piece({ index: 1, id: "b", name: "second", args: '{"note":"TWO"}' }),
        piece({ index: 1, id: "b", name: "second", args: "" }),
      ],
    ],
    [
      "one id for all, and numbers",
      [
        piece({ index: 0, id: "call", name: "first", args: '{"note":"ONE"}' }),
        piece({ index: 1, id: "call", name: "second", args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "a whole call once more at its end",
      [
        piece({ index: 0, id: "a", name: "first", args: '{"note":' }),
        piece({ index: 0, id: "a", args: '"ONE"}' }),
        piece({ index: 0, id: "a", name: "first", args: '{"note": "ONE"}' }),
        piece({ index: 1, id: "b", name: "second", args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "an empty object before the arguments",
      [
        piece({ index: 0, id: "a", name: "first", args: "{}" }),
        piece({ index: 0, args: '{"note":"ONE"}' }),
        piece({ index: 1, id: "b", name: "second", args: "{}" }),
        piece({ index: 1, args: '{"note":"TWO"}' }),
      ],
    ],
  ])("%s", (_how, pieces) => expect(called(...pieces)).toEqual(both));

  test("the same tool twice", () => {
    expect(
      called(
        piece({ name: "first", args: '{"note":"ONE"}' }),
        piece({ name: "first", args: '{"note":"TWO"}' }),
      ),
    ).toEqual([one, ["first", { note: "TWO" }]]);
  });

  test("a call in the older form", () => {
    const reader = createOpenAiReader(() => undefined);
    reader.take(chunk({ function_call: { name: "first", arguments: '{"note":' } }));
    reader.take(chunk({ function_call: { arguments: '"ONE"}' } }, "function_call"));
    expect(reader.response().toolCalls).toMatchObject([{ name: "first", input: { note: "ONE" } }]);
  });
});

describe("a call whose pieces went missing does not run", () => {
  test.each<[string, readonly Delta[]]>([
    [
      "arguments that say not whose they are",
      [
        piece({ id: "a", name: "first", args: "" }),
        piece({ id: "b", name: "second", args: "" }),
        piece({ args: '{"note":"ONE"}' }),
        piece({ args: '{"note":"TWO"}' }),
      ],
    ],
    [
      "arguments of a call without a name",
      [
        piece({ index: 0, id: "a", name: "first", args: "" }),
        piece({ index: 1, id: "b", args: '{"note":"ONE"}' }),
      ],
    ],
    [
      "arguments before any call",
      [piece({ args: '{"note":"ONE"}' }), piece({ id: "a", name: "first", args: "" })],
    ],
    ["arguments that break off", [piece({ id: "a", name: "first", args: '{"note":"ON' })]],
  ])("%s", (_how, pieces) => {
    expect(called(...pieces).map(([, input]) => input)).not.toContainEqual({});
    expect(called(...pieces).every(([, input]) => input === undefined)).toBe(true);
  });

  test("and no piece is ever part of another call's arguments", () => {
    const notes = fc.array(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
    const shape = fc.record({
      ids: fc.boolean(),
      indexes: fc.constantFrom("each", "zero", "none"),
      cut: fc.nat(20),
    });
    fc.assert(
      fc.property(notes, shape, (texts, { ids, indexes, cut }) => {
        const pieces = texts.flatMap((note, at) => {
          const whole = JSON.stringify({ note });
          const place = cut % whole.length;
          const base = {
            ...(indexes !== "none" && { index: indexes === "zero" ? 0 : at }),
            ...(ids && { id: `call${at}` }),
          };
          return [
            piece({ ...base, name: `tool${at}`, args: whole.slice(0, place) }),
            piece({ ...base, args: whole.slice(place) }),
          ];
        });
        for (const [name, input] of called(...pieces)) {
          const at = Number(String(name).slice(4));
          expect([{ note: texts[at] }, undefined]).toContainEqual(input);
        }
      }),
    );
  });
});

test.each([undefined, null, "", " ", "null", " null ", "[]", '""', '"null"', '"{}"', "{}", {}, []])(
  "%j is no arguments",
  (written) => expect(parseArguments(written)).toEqual({}),
);

test.each(["[1]", "7", "true", '"text"', "text", "{", [1], 7])("%j is not arguments", (written) =>
  expect(parseArguments(written)).toBeUndefined(),
);

test("arguments that are nested too deeply to be written again are none", () => {
  expect(parseArguments(`{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`)).toBeUndefined();
});

test.each([
  [["Bare text"], "Bare text"],
  [[{ text: "no type" }], "no type"],
  [[{ type: "output_text", text: "another type" }], "another type"],
  [[{ type: "text", text: { value: "in an object" } }], "in an object"],
  [{ type: "text", text: "one part" }, "one part"],
  [
    [
      { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
      { type: "text", text: "said" },
    ],
    "said",
  ],
])("content in parts is text, whatever they are called: %j", (content, text) => {
  let said = "";
  const reader = createOpenAiReader((written) => (said += written));
  reader.take(chunk({ content }));
  expect(said).toBe(text);
});
