import { describe, expect, test } from "vitest";
import type { Step, Trace } from "../src/index.ts";
import { askAgent } from "./ask-agent.ts";
import { recording, startModelServer } from "./model-server.ts";
import { saying } from "./scripted-model.ts";

interface Shown {
  readonly name: string;
  readonly attributes: Step["attributes"];
  readonly notes: readonly string[];
  readonly failure: string | undefined;
}

/** Keeps every step as it was when it ended, in the order in which they began. */
function recordSteps(): { readonly trace: Trace; readonly steps: readonly Shown[] } {
  const steps: Shown[] = [];
  return {
    steps,
    trace: {
      async step({ name, attributes }, work) {
        const notes: string[] = [];
        const at = steps.length;
        let all = attributes;
        let failure: string | undefined;
        steps.push({ name, attributes, notes, failure: "still open" });
        try {
          return await work({
            set: (more) => (all = { ...all, ...more }),
            note: (event) => notes.push(event),
            fail: (errorType) => (failure = errorType),
          });
        } finally {
          steps[at] = { name, attributes: all, notes, failure };
        }
      },
    },
  };
}

const search = (query: unknown) => ({ name: "search_knowledge", arguments: { query } });

describe("the calls of a model", () => {
  test("a span in which another model took over says so, and is that model's from then on, as are the next ones", async () => {
    await using first = await startModelServer({ status: 401, body: "{}" });
    await using next = await startModelServer(saying("", search("refunds")), saying("Five days."));
    const { trace, steps } = recordSteps();
    const fallbackModels = [
      { provider: "anthropic", baseUrl: first.url, name: "other" },
      { provider: "openai", baseUrl: next.url, name: "last" },
    ];

    await askAgent({ url: first.url, trace, agent: { fallbackModels } });

    const chats = steps.filter(({ name }) => name.startsWith("chat"));
    expect(chats).toMatchObject([
      {
        name: "chat some-model",
        notes: ["servicechat.fallback", "servicechat.fallback"],
        attributes: { "gen_ai.request.model": "last", "server.port": Number(new URL(next.url).port) },
        failure: undefined,
      },
      { name: "chat last", notes: [], attributes: { "gen_ai.request.model": "last" }, failure: undefined },
    ]);
  });

  test("tokens from a cache count as input", async () => {
    const body = recording("anthropic-text").replace(
      '"cache_read_input_tokens":0',
      '"cache_read_input_tokens":400',
    );
    await using server = await startModelServer({ body });
    const { trace, steps } = recordSteps();

    await askAgent({ url: server.url, provider: "anthropic", trace });

    expect(steps).toMatchObject([
      {
        name: "chat some-model",
        attributes: {
          "gen_ai.provider.name": "anthropic",
          "gen_ai.usage.input_tokens": 425,
          "gen_ai.usage.output_tokens": 15,
        },
      },
    ]);
  });

  test("what a provider does not count is not shown", async () => {
    await using server = await startModelServer(saying("Five days."));
    const { trace, steps } = recordSteps();

    await askAgent({ url: server.url, trace });

    expect(Object.keys(steps[0]?.attributes ?? {}).filter((name) => name.includes("usage"))).toEqual([]);
  });

  test("a call that the time of the whole reply ended has failed with reply_timeout", async () => {
    await using server = await startModelServer({ body: recording("openai-cut"), end: "never" });
    const { trace, steps } = recordSteps();

    await askAgent({ url: server.url, limits: { replySeconds: 1 }, trace });

    expect(steps).toMatchObject([{ failure: "reply_timeout" }]);
  });

  test("a call that the visitor stopped has not failed", async () => {
    await using server = await startModelServer({ body: recording("openai-cut"), end: "never" });
    const { trace, steps } = recordSteps();
    const stop = new AbortController();

    await askAgent({ url: server.url, signal: stop.signal, onEvent: () => stop.abort("stopped"), trace });

    expect(steps).toMatchObject([{ name: "chat some-model", failure: undefined }]);
  });
});

describe("the uses of tools", () => {
  const toolSteps = (steps: readonly Shown[]) => steps.filter(({ name }) => name.startsWith("execute_tool"));

  test.each([
    ["input that does not fit", [search(7)], {}, "invalid_input"],
    [
      "a tool that throws",
      [search("x")],
      { search: () => () => Promise.reject(new Error("down")) },
      "tool_failed",
    ],
    [
      "a tool that takes too long",
      [search("x")],
      { search: () => () => new Promise<never>(() => undefined), limits: { toolMs: 5 } },
      "timeout",
    ],
    ["a question without questions", [{ name: "AskUserQuestion", arguments: {} }], {}, "invalid_input"],
  ])("%s has failed with one of few words", async (_name, calls, dependencies, failure) => {
    await using server = await startModelServer(saying("", ...calls), saying("Sorry."));
    const { trace, steps } = recordSteps();

    await askAgent({ url: server.url, dependencies, trace });

    expect(toolSteps(steps)).toMatchObject([{ failure }]);
  });

  test("a question to the visitor is a use that went well", async () => {
    const questions = [{ question: "Which?", header: "Which", options: [{ label: "A" }, { label: "B" }] }];
    const asks = { name: "AskUserQuestion", arguments: { questions } };
    await using server = await startModelServer(saying("", asks));
    const { trace, steps } = recordSteps();

    const { outcome } = await askAgent({ url: server.url, trace });

    expect(outcome.question).toBeDefined();
    expect(toolSteps(steps)).toMatchObject([{ name: "execute_tool AskUserQuestion", failure: undefined }]);
  });

  test("a tool that the agent does not have is not run, and its name not shown", async () => {
    await using server = await startModelServer(saying("", { name: "canary", arguments: {} }), saying("No."));
    const { trace, steps } = recordSteps();

    await askAgent({ url: server.url, trace });

    expect(JSON.stringify(steps)).not.toContain("canary");
    expect(steps.map(({ name }) => name)).toEqual(["chat some-model", "chat some-model"]);
  });
});

test("every log line about a reply contains its ids", async () => {
  await using server = await startModelServer(
    { status: 503 },
    saying("", search(7), search("x"), { name: "unknown", arguments: {} }),
    { status: 401 },
  );

  const { logged } = await askAgent({
    url: server.url,
    ids: { requestId: "r1", replyId: "rep_1" },
    dependencies: { search: () => () => Promise.reject(new Error("down")) },
  });

  expect(logged.map(({ message }) => message).sort()).toEqual([
    "a reply failed",
    "a tool failed",
    "asking the model again",
    "the model asked for a tool that the agent does not have",
  ]);
  for (const { detail } of logged) expect(detail).toMatchObject({ requestId: "r1", replyId: "rep_1" });
});
