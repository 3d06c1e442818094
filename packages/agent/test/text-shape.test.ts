import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOpenAiReader } from "../src/models/openai-reader.ts";
import { createTextShape } from "../src/models/text-shape.ts";

const parse = (data: string) => {
  const { content } = JSON.parse(data) as { content?: unknown };
  return typeof content === "string" ? content : undefined;
};

describe("text cut out of an event instead of parsed", () => {
  test("is what parsing would have given, whatever the texts and what stands around them", () => {
    const event = fc.record({
      content: fc.string({ unit: "binary" }),
      before: fc.constantFrom("", "a", '"content":"'),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const shape = createTextShape(parse);
        for (const { content, before } of events) {
          const data = JSON.stringify({ id: 'c"1', before, content, after: content.slice(0, 1) });
          const cut = shape.textOf(data);
          if (cut !== undefined) expect(cut).toBe(content);
          else shape.learn(data, content);
        }
      }),
    );
  });

  test("needs no parsing from the second event on", () => {
    const shape = createTextShape(parse);
    shape.learn('{"id":1,"content":"Hello"}', "Hello");
    expect(shape.textOf('{"id":1,"content":" wörld"}')).toBe(" wörld");
  });

  test.each([
    ["an escape", String.raw`{"content":"a\n"}`],
    ["something after the text", '{"content":"a","more":1}'],
    ["another event around it", '{"other":"a"}'],
    ["nothing", '{"content":'],
  ])("is parsed when it has %s", (_, data) => {
    const shape = createTextShape(parse);
    shape.learn('{"content":"Hello"}', "Hello");
    expect(shape.textOf(data)).toBeUndefined();
  });

  test("is not taken from a place that only looks like it", () => {
    const shape = createTextShape(parse);
    shape.learn('{"model":"a","content":"a"}', "a");
    expect(shape.textOf('{"model":"b","content":"a"}')).toBeUndefined();
  });

  test.each([",", ":", "},{", "content"])("is not taken from between others, where %j stands too", (text) => {
    const shape = createTextShape(parse);
    const data = JSON.stringify({ list: [{ a: "b", c: "d" }, { e: "f" }], content: text });
    shape.learn(data, text);
    expect(shape.textOf(data)).toBeUndefined();
  });

  test("a stream whose events never repeat is not learnt for ever", () => {
    let parsed = 0;
    const shape = createTextShape((data) => (parsed++, parse(data)));
    for (let i = 0; i < 100; i++) shape.learn(`{"n":${i},"content":"a"}`, "a");
    expect(parsed).toBeLessThan(10);
  });
});

test("a chunk that ends the answer after cut ones is still understood", () => {
  let text = "";
  const reader = createOpenAiReader((piece) => (text += piece));
  const chunk = (delta: object, finish: string | null) =>
    reader.take({ data: JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: finish }] }) });

  expect(chunk({ content: "Hello" }, null)).toBe("open");
  expect(chunk({ content: " world" }, null)).toBe("open");
  expect(chunk({ content: "!" }, "length")).toBe("finished");
  expect(text).toBe("Hello world!");
  expect(reader.said()).toMatchObject({ finish: "length" });
});

test("an answer may begin with a comma", () => {
  let text = "";
  const reader = createOpenAiReader((piece) => (text += piece));
  for (const content of [",", ":", "},{", ", and so on"])
    reader.take({
      data: JSON.stringify({ id: "c", object: "chunk", choices: [{ index: 0, delta: { content } }] }),
    });
  expect(text).toBe(",:},{, and so on");
});

test("events of ever different lengths are read whatever they say", () => {
  let text = "";
  const reader = createOpenAiReader((piece) => (text += piece));
  for (const [at, content] of ["Hello", ",", " you", ":", " this"].entries())
    reader.take({
      data: JSON.stringify({ id: "c", choices: [{ delta: { content } }], obfuscation: "x".repeat(at) }),
    });
  expect(text).toBe("Hello, you: this");
});
