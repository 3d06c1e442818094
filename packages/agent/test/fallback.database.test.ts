import { describe, expect, test } from "vitest";
import { askAgent, dataOf } from "./ask-agent.ts";
import { recording, refusal, startModelServer } from "./model-server.ts";
import type { Scripted } from "./model-server.ts";
import { messagesOf, saying } from "./scripted-model.ts";

const passing = refusal(503, { message: "busy" });
const wrongKey = refusal(401, { message: "bad key" });

/** An agent whose models are these servers, in this order. */
async function askInOrder(
  scripts: readonly (readonly Scripted[])[],
  more: Partial<Parameters<typeof askAgent>[0]> = {},
) {
  await using stack = new AsyncDisposableStack();
  const servers = await Promise.all(scripts.map(async (each) => stack.use(await startModelServer(...each))));
  const [first, ...others] = servers;
  const fallbackModels = others.map(({ url }, place) => ({
    provider: "openai",
    baseUrl: url,
    name: `next-${place + 1}`,
  }));
  const reply = await askAgent({
    url: first?.url ?? "",
    ...more,
    agent: { fallbackModels, ...more.agent },
  });
  return { ...reply, servers, asked: servers.map(({ requests }) => requests.length) };
}

describe("several models in a list", () => {
  test.each([
    ["a provider that stays overloaded, after its retries", [passing], 3, "model_unavailable", "warn"],
    ["a refused key, at once", [wrongKey], 1, "model_refused", "error"],
    ["a model that is not there", [refusal(404, { message: "no such model" })], 1, "model_refused", "error"],
    ["an answer that is cut before its first word", [{ body: "" }], 3, "reply_cut", "warn"],
    ["a model that says nothing", [{ body: recording("openai-empty") }], 3, "reply_cut", "warn"],
  ] as const)("%s: the next one answers", async (_what, scripts, times, code, level) => {
    const { outcome, text, asked, logged, servers } = await askInOrder([scripts, [saying("From the next.")]]);

    expect(text).toBe("From the next.");
    expect(asked).toEqual([times, 1]);
    expect(outcome.failure).toBeUndefined();
    expect(outcome.modelRefused).toBe(code === "model_refused" ? true : undefined);
    expect(servers[1]?.requests[0]?.body["model"]).toBe("next-1");
    expect(outcome.usage).toMatchObject({ model: "next-1" });
    expect(logged.at(-1)).toMatchObject({
      level,
      detail: { code, agentId: "acme", provider: "openai", next: "openai" },
      message: "a model cannot answer: trying the next one",
    });
  });

  test("a provider that is silent is not asked again while there is another one", async () => {
    const silent: Scripted = { body: [], end: "never" };
    const { text, asked } = await askInOrder([[silent], [saying("Here.")]], {
      dependencies: { limits: { firstTokenMs: 1500 } },
    });
    expect([text, asked]).toEqual(["Here.", [1, 1]]);
  });

  test("they are tried in order, each with its own retries, and the last one's failure is reported", async () => {
    const { outcome, asked, text } = await askInOrder([[wrongKey], [passing], [passing]]);
    expect(asked).toEqual([1, 3, 3]);
    expect(text).toBe("");
    expect(outcome).toMatchObject({ failure: "model_unavailable", modelRefused: true });
  });

  test.each([
    ["a word was said", [{ body: recording("openai-cut") }], "reply_cut"],
    ["the model declined", [{ body: recording("openai-refusal") }], "model_declined"],
    [
      "the conversation is too long",
      [refusal(400, { code: "context_length_exceeded", message: "too long" })],
      "context_overflow",
    ],
  ] as const)("no other one is asked when %s", async (_why, scripts, code) => {
    const { outcome, asked } = await askInOrder([scripts, [saying("From the next.")]]);
    expect([outcome.failure, asked]).toEqual([code, [1, 0]]);
  });

  test("the next one is sent the whole conversation, and half of it when that is too long for it too", async () => {
    const tooLong = refusal(400, { code: "context_length_exceeded", message: "too long" });
    const { text, asked, servers } = await askInOrder(
      [
        [tooLong, wrongKey],
        [tooLong, saying("Short.")],
      ],
      {
        messages: [
          { role: "user", text: "Old question. ".repeat(50) },
          { role: "assistant", text: "Old answer. ".repeat(50), toolCalls: [] },
          { role: "user", text: "New question" },
        ],
      },
    );
    expect([text, asked]).toEqual(["Short.", [2, 2]]);
    const sent = servers.map(({ requests }) => requests.map((_, at) => messagesOf(requests, at).length));
    expect(sent).toEqual([
      [4, 2],
      [4, 2],
    ]);
  });

  test("a stop of the visitor asks nobody else", async () => {
    const stop = new AbortController();
    stop.abort("stopped");
    const { outcome, asked } = await askInOrder([[wrongKey], [saying("Here.")]], { signal: stop.signal });
    expect([outcome.failure, asked]).toEqual([undefined, [0, 0]]);
  });

  test("a variable that is not set is a refused key", async () => {
    const model = { apiKeyEnv: "NOT_SET" };
    const { text, asked, outcome } = await askInOrder([[saying("Never.")], [saying("Here.")]], { model });
    expect([text, asked, outcome.modelRefused]).toEqual(["Here.", [0, 1], true]);
  });

  test("it continues where the previous one stopped: after a tool, with its result, and stays for the rest of the reply", async () => {
    const search = saying("", { name: "search_knowledge", arguments: { query: "a" } });
    const more = saying("", { name: "search_knowledge", arguments: { query: "b" } });
    const { text, asked, events, servers } = await askInOrder([
      [search, wrongKey],
      [more, saying("Done.")],
    ]);
    expect([text, asked]).toEqual(["Done.", [2, 2]]);
    expect(dataOf(events, "tool_usage_start").map(({ input }) => input)).toEqual([
      { query: "a" },
      { query: "b" },
    ]);
    const roles = messagesOf(servers[1]?.requests ?? [], 0).map(({ role }) => role);
    expect(roles).toEqual(["system", "user", "assistant", "tool"]);
  });

  test("no model may write more than the first one's limit, nor more than its own", async () => {
    await using server = await startModelServer(wrongKey, wrongKey, saying("Here."));
    const next = (maxOutputTokens: number) => ({
      provider: "openai",
      baseUrl: server.url,
      name: "n",
      maxOutputTokens,
    });
    await askAgent({
      url: server.url,
      model: { maxOutputTokens: 100 },
      agent: { fallbackModels: [next(5_000), next(60)] },
    });
    expect(server.requests.map(({ body }) => body["max_tokens"])).toEqual([100, 100, 60]);
  });

  test("the passages themselves may be what is left", async () => {
    await using server = await startModelServer(wrongKey);
    const { text, outcome } = await askAgent({
      url: server.url,
      agent: { fallbackModels: [{ provider: "extractive" }] },
    });
    expect(text).toContain("Refunds take 5 days.");
    const usage = { model: "extractive", inputTokens: 0, outputTokens: 0 };
    expect(outcome).toMatchObject({ modelRefused: true, usage });
    expect(outcome.outputTokens).toBeGreaterThan(0);
    expect(outcome.failure).toBeUndefined();
  });
});
