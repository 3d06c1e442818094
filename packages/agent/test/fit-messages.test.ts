import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateMessages, fitMessages } from "../src/context/fit-messages.ts";
import type { ModelMessage } from "../src/index.ts";

const user = (text: string): ModelMessage => ({ role: "user", text });
const assistant = (text: string, ...ids: string[]): ModelMessage => ({
  role: "assistant",
  text,
  toolCalls: ids.map((id) => ({ id, name: "search_knowledge", input: { query: id } })),
});
const tool = (callId: string, result: string): ModelMessage => ({
  role: "tool",
  callId,
  name: "search_knowledge",
  result,
  failed: false,
});

test("a conversation that fits is left alone", () => {
  const messages = [user("Hi"), assistant("Hello"), user("Hours?")];
  expect(fitMessages(messages, 1000)).toEqual(messages);
});

test("the oldest turns go first, whole, and what stays is one piece", () => {
  const old = [user("old"), assistant("", "a"), tool("a", "x".repeat(400)), assistant("old answer")];
  const recent = [user("recent"), assistant("recent answer")];
  const newest = [user("newest")];

  const tokens = estimateMessages([...recent, ...newest]);

  expect(fitMessages([...old, ...recent, ...newest], tokens)).toEqual([...recent, ...newest]);
  expect(fitMessages([...old, ...recent, ...newest], tokens - 1)).toEqual(newest);
});

test("of a newest turn that is too long by itself the older results go, never those of its last round", () => {
  const long = "x".repeat(4000);
  const turn = [user("q"), assistant("", "a"), tool("a", long), assistant("", "b"), tool("b", long)];

  const fitted = fitMessages(turn, 1100);

  expect(fitted.map(({ role }) => role)).toEqual(turn.map(({ role }) => role));
  expect(fitted[2]).toMatchObject({ callId: "a", result: expect.stringMatching(/^\(left out/) });
  expect(fitted[4]).toEqual(turn[4]);
});

test("however small the budget: the newest visitor message is there, and no tool result stands without its call", () => {
  const turn = fc.tuple(
    fc.string({ maxLength: 50 }),
    fc.array(fc.string({ maxLength: 200 }), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), fc.nat(400), (turns, tokens) => {
      const messages = turns.flatMap(([text, results], index) => [
        user(text),
        ...results.flatMap((result, round) => {
          const id = `${index}-${round}`;
          return [assistant("", id), tool(id, result)];
        }),
      ]);

      const fitted = fitMessages(messages, tokens);

      expect(fitted[0]?.role).toBe("user");
      expect(fitted.findLast(({ role }) => role === "user")).toEqual(
        messages.findLast(({ role }) => role === "user"),
      );
      const calls = new Set(
        fitted.flatMap((each) => (each.role === "assistant" ? each.toolCalls : [])).map(({ id }) => id),
      );
      for (const each of fitted) if (each.role === "tool") expect(calls).toContain(each.callId);
      const turnCount = fitted.filter(({ role }) => role === "user").length;
      if (turnCount > 1) expect(estimateMessages(fitted)).toBeLessThanOrEqual(tokens);
    }),
  );
});
