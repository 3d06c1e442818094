import { expect, test } from "vitest";
import type { FoundPassage } from "../src/index.ts";
import { askAgent, passage } from "./ask-agent.ts";
import { startModelServer } from "./model-server.ts";
import { saying } from "./scripted-model.ts";

const text = "You may cancel within 14 days, **without** a reason.\n\n| day | fee |\n|---|---|\n| 15 | 5 € |";
const answer: FoundPassage = {
  title: "Can I cancel?",
  headings: ["Can I cancel?"],
  text,
  url: null,
  score: 1,
  approved: { id: "ans_1", verbatim: true },
};
const messages = [{ role: "user" as const, text: "Can I cancel?" }];

test("an answer that is to be given word for word is, with its source, and no model is asked or paid", async () => {
  await using server = await startModelServer(saying("Never."));
  const asked: (readonly string[])[] = [];
  const given = await askAgent({
    url: server.url,
    messages,
    dependencies: {
      hasVerbatim: async (...question) => asked.push(question) > 0,
      search: () => async () => [answer, passage],
    },
  });
  expect(given.text).toBe(`${text}\n\n[1]`);
  expect(server.requests).toEqual([]);
  expect(asked).toEqual([["acme", "Can I cancel?"]]);
  expect(given.outcome).toMatchObject({ ending: null, outputTokens: 0, usage: { outputTokens: 0 } });
  expect(given.outcome.transcript.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
  expect(given.outcome.unanswered).toBeUndefined();
});

test("what a search finds to be given word for word is given so, whatever the model would say of it", async () => {
  const call = { id: "c1", function: { name: "search_knowledge", arguments: '{"query":"Can I cancel?"}' } };
  const chunk = { choices: [{ delta: { tool_calls: [{ index: 0, ...call }] } }] };
  await using server = await startModelServer(
    { body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` },
    saying("Only within 7 days."),
  );
  const given = await askAgent({
    url: server.url,
    messages,
    dependencies: { search: () => async () => [answer] },
  });
  expect(given.text).toBe(`${text}\n\n[1]`);
  expect(server.requests).toHaveLength(1);
});

test("where the model looked for more than that at once, it answers from all of it", async () => {
  const call = (query: string, index: number) => ({
    index,
    id: `c${index}`,
    function: { name: "search_knowledge", arguments: JSON.stringify({ query }) },
  });
  const chunk = {
    choices: [{ delta: { tool_calls: ["Can I cancel?", "Where is the shop?"].map(call) } }],
  };
  await using server = await startModelServer(
    { body: `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` },
    saying("Yes, and it is in Rome."),
  );
  const given = await askAgent({
    url: server.url,
    messages: [{ role: "user", text: "Can I cancel, and where is the shop?" }],
    dependencies: { search: () => async (query) => [query === "Can I cancel?" ? answer : passage] },
  });
  expect(given.text).toBe("Yes, and it is in Rome.");
});

test.each<readonly [string, FoundPassage]>([
  ["it is no longer found", passage],
  ["it is for another question", { ...answer, approved: { id: "ans_1" } }],
])("the model answers when %s", async (_, found) => {
  await using server = await startModelServer(saying("Yes, you can."));
  const given = await askAgent({
    url: server.url,
    messages,
    dependencies: { hasVerbatim: async () => true, search: () => async () => [found] },
  });
  expect(given.text).toBe("Yes, you can.");
  expect(server.requests[0]?.text).toContain(found.title);
});
