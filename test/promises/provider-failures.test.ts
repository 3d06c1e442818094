import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { failures } from "@servicechat/contract";
import type { FailureCode } from "@servicechat/contract";
import type { ModelScript, ModelStep } from "../support/model-server.ts";
import { startService } from "../support/start-service.ts";
import type { StartOptions, TestService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";
import type { HeardReply } from "../support/visitor.ts";

/** What a provider may say and a visitor must never read. */
const providerWords = "Call db-7.internal.example about account 4711";
const apiKey = "sk-canary-of-the-provider-key";
const withKey = { provider: "openai", name: "scripted", apiKeyEnv: "MODEL_KEY" };

const refusal = (status: number, error: object = {}): ModelScript => {
  const body = JSON.stringify({ error: { message: `${providerWords} ${apiKey}`, ...error } });
  return () => ({ status, body });
};
const raw = (...values: readonly unknown[]): ModelScript => {
  const chunks = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return () => chunks.map((chunk): ModelStep => ({ raw: `data: ${chunk}\n\n` }));
};
const delta = (content: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});
const steps =
  (...list: readonly ModelStep[]): ModelScript =>
  () =>
    list;

/** A service whose provider fails at once as often as it is asked. */
async function startFailing(script: ModelScript, start: StartOptions = {}): Promise<TestService> {
  const service = await startService({
    script,
    environment: { MODEL_KEY: apiKey },
    limits: { retryMs: 5 },
    ...start,
  });
  await pointModel(service, service.model.baseUrl);
  return service;
}

async function pointModel(service: TestService, baseUrl: string): Promise<void> {
  const agent = await service.storage.agents.find("acme-support");
  if (!agent) throw new Error("no agent");
  const model = { ...agent.definition.model, ...withKey, provider: "openai" as const, baseUrl };
  await service.storage.agents.put({ ...agent, definition: { ...agent.definition, model }, at: Date.now() });
}

/** Neither what the provider said, nor its key, nor its address is in what visitors can read. */
async function expectDiscreet(service: TestService, reply: HeardReply): Promise<void> {
  const seen = JSON.stringify([reply.events, await history(service, reply.token)]);
  const { host, port } = new URL(service.model.baseUrl);
  for (const secret of [providerWords, "internal.example", "4711", apiKey, host, port, "127.0.0.1"])
    expect(seen).not.toContain(secret);
  const log = inspect(service.logged, { depth: Infinity, maxStringLength: Infinity });
  expect(log).not.toContain(apiKey);
}

function expectError({ events }: HeardReply, code: FailureCode, retryable: boolean): void {
  const { message } = failures[code];
  expect(events.at(-1)).toMatchObject({ event: "error", data: { code, retryable, message } });
  expect(events.filter(({ event }) => event === "done" || event === "error")).toHaveLength(1);
}

describe("Promise 15: every row of the provider failure table gives exactly its `retryable`", () => {
  const rows: [string, ModelScript, FailureCode, boolean][] = [];
  for (const status of [408, 409, 429, 500, 502, 503, 504, 529])
    rows.push([`status ${status}`, refusal(status), "model_unavailable", true]);
  for (const status of [400, 401, 402, 403, 404])
    rows.push([`status ${status}`, refusal(status), "model_refused", false]);
  rows.push(
    ["429 for the rate", refusal(429, { code: "rate_limit_exceeded" }), "model_unavailable", true],
    ["429 for the quota", refusal(429, { code: "insufficient_quota" }), "model_refused", false],
    [
      "429 for a spend limit",
      refusal(429, { message: `Your spend limit is reached. ${providerWords}` }),
      "model_refused",
      false,
    ],
    [
      "400 for a spent balance",
      refusal(400, { message: `Your credit balance is too low. ${providerWords}` }),
      "model_refused",
      false,
    ],
    ["a reset before any answer", steps({ cut: true }), "model_unavailable", true],
    ["a reset after text", steps("half ", "an answer", { wait: 60 }, { cut: true }), "reply_cut", true],
    ["a malformed chunk", raw('{"choices":['), "reply_cut", true],
    ["a malformed chunk after text", raw(delta({ content: "half" }), "{oops}"), "reply_cut", true],
    ["a chunk of the wrong type", raw("[1,2]"), "reply_cut", true],
    [
      "a line of more than 1 MB",
      steps({ raw: `data: {"x":"${"x".repeat(1_100_000)}"}\n\n` }),
      "reply_cut",
      true,
    ],
    [
      "an overloaded_error in a 200 stream",
      raw({ error: { type: "overloaded_error", message: providerWords } }),
      "model_unavailable",
      true,
    ],
    [
      "an authentication_error in a 200 stream",
      raw({ error: { type: "authentication_error", message: `${providerWords} ${apiKey}` } }),
      "model_refused",
      false,
    ],
    [
      "a refusal without text",
      raw(delta({ refusal: providerWords }, "stop"), "[DONE]"),
      "model_declined",
      false,
    ],
    ["a content filter without text", raw(delta({}, "content_filter"), "[DONE]"), "model_declined", false],
    ["413", refusal(413), "context_overflow", false],
    ["a context overflow", refusal(400, { code: "context_length_exceeded" }), "context_overflow", false],
  );

  test.for(rows)("%s", async ([, script, code, retryable]) => {
    await using service = await startFailing(script);
    const reply = await ask(service, "hello");
    expectError(reply, code, retryable);
    const [question, answer] = await history(service, reply.token);
    expect(question).toMatchObject({ role: "user", content: "hello" });
    expect(answer?.content).toBe(reply.text);
    expect(answer?.status).toBe(code === "reply_cut" ? "incomplete" : "failed");
    await expectDiscreet(service, reply);
  });

  test("a refused connection is retryable", async () => {
    await using service = await startFailing(steps("unheard"));
    await service.model[Symbol.asyncDispose]();
    const reply = await ask(service, "hello");
    expectError(reply, "model_unavailable", true);
    await expectDiscreet(service, reply);
  });

  test("a host name that nobody knows is retryable, and is not told", async () => {
    await using service = await startFailing(steps("unheard"));
    await pointModel(service, "http://model.invalid/v1");
    const reply = await ask(service, "hello");
    expectError(reply, "model_unavailable", true);
    expect(JSON.stringify(reply.events)).not.toContain("model.invalid");
    await expectDiscreet(service, reply);
  });

  test("no first word, and silence after one, are retryable within their time limits", async () => {
    const never = new Promise<void>(() => undefined);
    await using mute = await startFailing(steps({ until: never }), {
      limits: { firstTokenMs: 100, retryMs: 5 },
    });
    await using stuck = await startFailing(steps("half", { until: never }), { limits: { idleMs: 100 } });
    for (const service of [mute, stuck]) {
      const reply = await ask(service, "hello");
      expect(reply.events.at(-1)).toMatchObject({ event: "error", data: { retryable: true } });
      await expectDiscreet(service, reply);
    }
  });
});

describe("what is no failure for the visitor", () => {
  test("a failure that passes within two silent retries is never told", async () => {
    let asked = 0;
    await using service = await startFailing(() =>
      ++asked < 3 ? { status: 529, body: providerWords } : ["fine"],
    );
    const reply = await ask(service, "hello");
    expect(reply.events.map(({ event }) => event)).toEqual(["start", "text", "done"]);
    expect(asked).toBe(3);
  });

  test("a refusal with text is a normal done", async () => {
    await using service = await startFailing(
      raw(delta({ content: "I'd rather not." }), delta({}, "content_filter"), "[DONE]"),
    );
    const reply = await ask(service, "hello");
    expect(reply.events.at(-1)?.event).toBe("done");
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: "I'd rather not.",
      status: "complete",
    });
  });

  test("the output limit ends with done, and history says that the answer is truncated", async () => {
    await using service = await startFailing(
      raw(delta({ content: "cut sho" }), delta({}, "length"), "[DONE]"),
    );
    const reply = await ask(service, "hello");
    expect(reply.events.at(-1)?.event).toBe("done");
    expect((await history(service, reply.token))[1]).toMatchObject({
      content: "cut sho",
      status: "complete",
      truncated: true,
    });
  });

  test("a context overflow drops the oldest turns and is tried once more", async () => {
    const long = "old words ".repeat(300);
    await using service = await startFailing(steps("noted"));
    const { token } = await ask(service, long);
    const overflow = refusal(400, { code: "context_length_exceeded" });
    service.model.answer((asked) =>
      JSON.stringify(asked).includes(long) ? overflow(asked) : ["short enough"],
    );
    const reply = await ask(service, "and now?", { token });
    expect(reply.text).toBe("short enough");
    expect(reply.events.at(-1)?.event).toBe("done");
  });
});
