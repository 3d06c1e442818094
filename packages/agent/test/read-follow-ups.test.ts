import { cleanText } from "@servicechat/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readFollowUps } from "../src/tools/follow-ups.ts";

test.each([
  ["a list", { questions: ["How long?", "How much?"] }, ["How long?", "How much?"]],
  ["one text", { questions: "How long?" }, ["How long?"]],
  ["objects", { questions: [{ question: "How long?" }, { text: "How much?" }] }, ["How long?", "How much?"]],
  ["the list as JSON text", { questions: '["How long?"]' }, ["How long?"]],
  ["one question alone", { question: "How long?" }, ["How long?"]],
  ["more than three", { questions: ["a", "b", "c", "d"] }, ["a", "b", "c"]],
  ["one twice", { questions: ["How long?", " How\n long? "] }, ["How long?"]],
  ["hidden instructions", { questions: ["How\u{E0041}\u202E long\0?"] }, ["How long ?"]],
  ["text that nobody sees", { questions: ["How\u200B\u2061\uFEFF\u{E0101} long?", "\u3164"] }, ["How long?"]],
  ["emoji", { questions: ["👩‍🍳 or ❤️?"] }, ["👩‍🍳 or ❤️?"]],
  ["another script", { questions: ["می‌توانم؟", "配送需要多久？"] }, ["می‌توانم؟", "配送需要多久？"]],
  ["broken JSON text", { questions: '["How' }, undefined],
  ["an empty list", { questions: [] }, undefined],
  ["no object at all", undefined, undefined],
])("follow-ups are read from %s", (_name, input, expected) => {
  expect(readFollowUps(input)).toEqual(expected);
});

test("whatever comes, it is one to three distinct lines that can be seen and sent", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom("a", " ", "\n", "\0", "\u{E0041}", "\u202E", "\u2028", "\uD83D", "?"),
    }),
  );
  const entry = fc.oneof(text, fc.record({ question: text }), fc.record({ text }), fc.anything());
  const questions = fc.oneof(fc.array(entry, { maxLength: 8 }), text, fc.anything());
  fc.assert(
    fc.property(questions, (value) => {
      const read = readFollowUps({ questions: value });
      if (!read) return;
      expect(read.length).toBeGreaterThanOrEqual(1);
      expect(read.length).toBeLessThanOrEqual(3);
      expect(new Set(read).size).toBe(read.length);
      for (const line of read) {
        expect(line).toBe(cleanText(line));
        expect(line).toBe(line.trim());
        expect(line).toMatch(/^[^\p{Cc}\u2028\u2029]{1,120}$/u);
        expect(line).toMatch(/[\p{L}\p{N}]/u);
      }
    }),
  );
});
