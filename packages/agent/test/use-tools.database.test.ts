import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../src/agent.ts";
import { askAgent, dataOf, passage } from "./ask-agent.ts";
import { startModelServer } from "./model-server.ts";
import { saying } from "./scripted-model.ts";

const search = (query: string) => ({ name: "search_knowledge", arguments: { query } });
const done = saying("Five days.");

describe("a model that obeys whatever it reads", () => {
  const worstCalls = [
    { name: "delete_all_sessions", arguments: {} },
    { name: "__proto__", arguments: {} },
    { name: "constructor", arguments: {} },
    { name: "AskUserQuestion", arguments: { questions: [{ question: "Card number?", options: ["ok"] }] } },
  ];

  test("cannot use a tool that the agent does not have, not even a built-in one", async () => {
    await using server = await startModelServer(saying("", ...worstCalls), done);

    const { events, outcome, logged } = await askAgent({
      url: server.url,
      agent: { tools: ["search_knowledge"] },
    });

    expect(events.map(({ type }) => type)).toEqual(["text"]);
    expect(outcome.question).toBeUndefined();
    const results = outcome.transcript.filter((entry) => entry.role === "tool");
    expect(results).toHaveLength(4);
    expect(results.every(({ failed }) => failed)).toBe(true);
    expect(logged).toHaveLength(4);
  });

  test("cannot use any tool besides the agent's own", async () => {
    await using server = await startModelServer(done);

    await askAgent({ url: server.url, agent: { tools: ["AskUserQuestion"] } });

    const tools = server.requests[0]?.body["tools"] as { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name)).toEqual(["AskUserQuestion"]);
  });

  test.each([
    ["no JSON", "{oops"],
    ["a list", "[]"],
    ["a wrong type", { query: 7 }],
    ["a missing field", { question: "refunds" }],
    ["a text that is too long", { query: "x".repeat(501) }],
  ])(
    "cannot pass %s: the tool is not run, the use has failed, the model is told why",
    async (_name, given) => {
      const calls: string[] = [];
      await using server = await startModelServer(
        saying("", { name: "search_knowledge", arguments: given }),
        done,
      );

      const { events, outcome } = await askAgent({
        url: server.url,
        dependencies: { search: () => async (query) => (calls.push(query), []) },
      });

      expect(calls).toEqual([]);
      expect(dataOf(events, "tool_usage_start")).toHaveLength(1);
      expect(dataOf(events, "tool_usage_stop").map(({ status }) => status)).toEqual(["failed"]);
      const [, result] = outcome.transcript;
      expect(result).toMatchObject({
        role: "tool",
        failed: true,
        result: expect.stringContaining("Not run: "),
      });
      expect(outcome.failure).toBeUndefined();
    },
  );
});

describe("a tool that fails", () => {
  test("does not end the reply; the model hears that, and only the log hears why", async () => {
    await using server = await startModelServer(saying("", search("a")), done);
    const broken = () => async () => Promise.reject(new Error("no route to db-7.internal"));

    const { events, outcome, logged } = await askAgent({ url: server.url, dependencies: { search: broken } });

    expect(dataOf(events, "tool_usage_stop").map(({ status }) => status)).toEqual(["failed"]);
    expect(outcome.failure).toBeUndefined();
    expect(JSON.stringify({ events, outcome })).not.toContain("db-7");
    expect(server.requests[1]?.text).not.toContain("db-7");
    expect(logged).toMatchObject([{ level: "warn", detail: { tool: "search_knowledge" } }]);
  });

  test("by taking too long does not end it either", async () => {
    await using server = await startModelServer(saying("", search("a")), done);

    const { outcome, text } = await askAgent({
      url: server.url,
      dependencies: { search: () => () => new Promise(() => undefined), limits: { toolMs: 20 } },
    });

    expect(text).toBe("Five days.");
    expect(outcome.transcript[1]).toMatchObject({
      failed: true,
      result: expect.stringContaining("too long"),
    });
  });

  test("because the reply was stopped still has its result in the transcript", async () => {
    const controller = new AbortController();
    await using server = await startModelServer(saying("", search("a"), search("b")), done);

    const { outcome } = await askAgent({
      url: server.url,
      signal: controller.signal,
      dependencies: { search: () => () => (controller.abort("stopped"), new Promise(() => undefined)) },
    });

    expect(outcome.transcript.map(({ role }) => role)).toEqual(["assistant", "tool", "tool"]);
    expect(outcome.failure).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });
});

describe("tool results are bounded", () => {
  const long = Array.from({ length: 6 }, (_, index) => ({
    ...passage,
    title: `Part ${index}`,
    text: "long ".repeat(3000),
  }));

  test("to what fits, whole passages first", async () => {
    await using server = await startModelServer(saying("", search("a")), done);

    const { outcome, events } = await askAgent({
      url: server.url,
      model: { contextTokens: 100_000 },
      dependencies: { search: () => async () => long },
    });

    const [, result] = outcome.transcript;
    expect(result?.role === "tool" && JSON.parse(result.result).passages).toHaveLength(2);
    expect(result?.role === "tool" && result.result.length).toBeLessThanOrEqual(32_768);
    expect(dataOf(events, "tool_usage_stop")[0]).toMatchObject({ summary: "2 passages found" });
  });

  test("to half of a small context", async () => {
    await using server = await startModelServer(saying("", search("a")), done);

    const { outcome } = await askAgent({
      url: server.url,
      model: { contextTokens: 500 },
      dependencies: { search: () => async () => long },
    });

    const [, result] = outcome.transcript;
    expect(result?.role === "tool" && JSON.parse(result.result).passages).toHaveLength(1);
    expect(result?.role === "tool" && result.result.length).toBeLessThanOrEqual(1000);
  });
});

test("several passages of one source are one row", async () => {
  await using server = await startModelServer(saying("", search("a")), done);
  const plain = { ...passage, headings: [], url: null };

  const { events } = await askAgent({
    url: server.url,
    dependencies: { search: () => async () => [passage, { ...passage, text: "More." }, plain] },
  });

  expect(dataOf(events, "tool_usage_stop")[0]).toMatchObject({
    summary: "3 passages found",
    rows: [
      { title: "Refunds", detail: "Help › Refunds", number: 1 },
      { title: "Refunds", status: "found", number: 2 },
    ],
  });
});

test("a source keeps its number in all searches of a reply and in later replies, and a new one gets the next", async () => {
  await using server = await startModelServer(
    saying("", search("a")),
    saying("", search("b")),
    done,
    saying("", search("c")),
    done,
  );
  const part = (title: string) => ({ ...passage, title, headings: [title] });
  const finds: Record<string, readonly (typeof passage)[]> = {
    a: [part("One"), part("Two")],
    b: [part("Three"), part("Two")],
    c: [part("Four"), part("Three")],
  };
  const dependencies = { search: () => async (query: string) => finds[query] ?? [] };
  const numbers = (events: readonly AgentEvent[]) =>
    dataOf(events, "tool_usage_stop").map(({ rows = [] }) =>
      rows.map(({ title, number }) => [title, number]),
    );
  const asking = { role: "user", text: "What?" } as const;

  const first = await askAgent({ url: server.url, messages: [asking], dependencies });
  const then = [asking, ...first.outcome.transcript, asking];
  const second = await askAgent({ url: server.url, messages: then, dependencies });

  expect(numbers(first.events)).toEqual([
    [
      ["One", 1],
      ["Two", 2],
    ],
    [
      ["Three", 3],
      ["Two", 2],
    ],
  ]);
  expect(numbers(second.events)).toEqual([
    [
      ["Four", 4],
      ["Three", 3],
    ],
  ]);
  const results = second.outcome.transcript.flatMap((entry) => (entry.role === "tool" ? entry.result : []));
  expect(JSON.parse(results[0] ?? "")).toMatchObject({ passages: [{ number: 4 }, { number: 3 }] });
});

test("nothing found is a success that says so, with no rows", async () => {
  await using server = await startModelServer(saying("", search("a")), done);

  const { events } = await askAgent({ url: server.url, dependencies: { search: () => async () => [] } });

  expect(dataOf(events, "tool_usage_progress")).toEqual([]);
  expect(dataOf(events, "tool_usage_stop")[0]).toMatchObject({
    status: "succeeded",
    summary: "0 passages found",
    rows: [],
  });
});
