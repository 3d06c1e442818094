import { describe, expect, test } from "vitest";
import { askAgent } from "./ask-agent.ts";
import { recording, refusal, startModelServer } from "./model-server.ts";

describe("silent retries", () => {
  test("a failure that passes is not seen by the visitor", async () => {
    const busy = refusal(503, { message: "busy" });
    await using server = await startModelServer(busy, busy, { body: recording("openai-text") });

    const { outcome, text } = await askAgent({ url: server.url });

    expect(outcome.failure).toBeUndefined();
    expect(text).toContain("Refunds take");
    expect(outcome.transcript).toHaveLength(1);
  });

  test.each([
    ["seconds", { "retry-after": "11" }],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT", date: "Thu, 01 Jan 2026 00:00:00 GMT" }],
  ])("a Retry-After beyond 10 s, as %s, is not waited for", async (_form, headers) => {
    await using server = await startModelServer(refusal(429, { message: "slow down" }, headers));

    const { outcome } = await askAgent({ url: server.url });

    expect(outcome.failure).toBe("model_unavailable");
    expect(server.requests).toHaveLength(1);
  });

  test("a reply has two of them in all, not two for each round", async () => {
    const busy = refusal(503, { message: "busy" });
    await using server = await startModelServer(busy, { body: recording("openai-tools") }, busy);

    const { outcome } = await askAgent({ url: server.url });

    expect(outcome.failure).toBe("model_unavailable");
    expect(server.requests).toHaveLength(4);
  });

  test("a Retry-After of up to 10 s is waited for, and a stop ends the waiting", async () => {
    const limited = refusal(429, { message: "slow down" }, { "retry-after": "9" });
    await using server = await startModelServer(limited);
    const controller = new AbortController();
    // The warning is written when the waiting begins: it has begun once this turn of the event loop is over.
    const log = { warn: () => void setImmediate(() => controller.abort()), error: () => undefined };

    const { outcome } = await askAgent({ url: server.url, signal: controller.signal, dependencies: { log } });

    const usage = { model: "some-model", inputTokens: 0, outputTokens: 0 };
    expect(outcome).toEqual({ transcript: [], outputTokens: 0, usage, ending: null });
    expect(server.requests).toHaveLength(1);
  });
});

test("a conversation that the provider finds too long is sent once more without its oldest turns", async () => {
  const tooLong = refusal(400, { code: "context_length_exceeded", message: "maximum context length" });
  const messages = ["one", "two", "three", "four"].map(
    (text) => ({ role: "user", text: text.repeat(50) }) as const,
  );
  await using server = await startModelServer(tooLong, { body: recording("openai-text") });

  const { outcome } = await askAgent({ url: server.url, messages });

  expect(outcome.failure).toBeUndefined();
  const sent = server.requests.map(({ body }) => (body["messages"] as { content: string }[]).at(-1)?.content);
  const [first = "", second = ""] = sent;
  expect(second.length).toBeLessThan(first.length);
  expect(first.endsWith(second)).toBe(true);
  expect(second).toContain("four".repeat(50));
});

test("a conversation that is still too long after that has failed for good", async () => {
  const tooLong = refusal(400, { message: "prompt is too long: 210000 tokens > 200000 maximum" });
  const messages = ["one", "two", "three"].map((text) => ({ role: "user", text }) as const);
  await using server = await startModelServer(tooLong);

  const { outcome } = await askAgent({ url: server.url, provider: "anthropic", messages });

  expect(outcome.failure).toBe("context_overflow");
  expect(server.requests).toHaveLength(2);
});
