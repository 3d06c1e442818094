import { expect, test } from "vitest";
import { createOpenAiReader } from "../src/models/openai.ts";

test("the chunk with the finish reason may carry the last text", () => {
  let text = "";
  const reader = createOpenAiReader((piece) => (text += piece));
  const chunk = (delta: object, finish: string | null) =>
    reader.take({ data: JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: finish }] }) });

  expect(chunk({ content: "Hello" }, null)).toBe("open");
  expect(chunk({ content: " world" }, null)).toBe("open");
  expect(chunk({ content: "!" }, "length")).toBe("finished");
  expect(text).toBe("Hello world!");
  expect(reader.response()).toMatchObject({ finish: "length" });
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
