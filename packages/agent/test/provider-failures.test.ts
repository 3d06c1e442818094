import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { failures } from "@servicechat/contract";
import { Agent as KeepAliveAgent } from "undici";
import { describe, expect, test } from "vitest";
import { askAgent, dataOf, secret, textOf } from "./ask-agent.ts";
import { recording, startModelServer } from "./model-server.ts";
import type { Scripted } from "./model-server.ts";

/*
 * One test for each row of the table of provider failures: which code the visitor's error has, whether it is
 * retryable, and how often the provider was asked.
 */

const json = { "content-type": "application/json" };

function refusal(status: number, error: object, headers: Readonly<Record<string, string>> = {}): Scripted {
  return { status, headers: { ...json, ...headers }, body: JSON.stringify({ error }) };
}

const withText = (more: string): Scripted => ({ body: [recording("openai-cut"), more] });
const chunk = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

interface Row {
  readonly script: Scripted;
  readonly provider?: "anthropic";
  readonly code: keyof typeof failures;
  readonly retryable: boolean;
  readonly asked: number;
}

const rows: Record<string, Row> = {};
const passing = { code: "model_unavailable", retryable: true, asked: 3 } as const;
const lasting = { code: "model_refused", retryable: false, asked: 1 } as const;
const cut = { code: "reply_cut", retryable: true, asked: 3 } as const;

for (const status of [408, 409, 429, 500, 502, 503, 504, 529]) {
  rows[`status ${status} may pass`] = { ...passing, script: refusal(status, { message: "Try again" }) };
}
for (const status of [302, 400, 401, 402, 403, 404, 422]) {
  rows[`status ${status} is for the operator`] = { ...lasting, script: refusal(status, { message: "No" }) };
}

Object.assign(rows, {
  "429 with a rate code that mentions billing in its advice may pass": {
    ...passing,
    script: refusal(429, {
      message: "Rate limit reached on tokens per day. Upgrade at https://console.groq.com/settings/billing",
      type: "tokens",
      code: "rate_limit_exceeded",
    }),
  },
  "429 on Azure that mentions quota in its advice may pass": {
    ...passing,
    script: refusal(429, {
      message: "Requests have exceeded token rate limit of your current tier. For a quota increase go here.",
      code: "429",
    }),
  },
  "429 with insufficient_quota is for the operator": {
    ...lasting,
    script: refusal(429, { message: "You exceeded your current quota.", code: "insufficient_quota" }),
  },
  "400 for a spent credit balance is for the operator": {
    ...lasting,
    provider: "anthropic",
    script: refusal(400, {
      type: "invalid_request_error",
      message: "Your credit balance is too low to access the Anthropic API.",
    }),
  },
  "429 for a reached spend limit, without Retry-After, is for the operator": {
    ...lasting,
    script: refusal(429, { type: "rate_limit_error", message: "Your monthly spend limit is reached." }),
  },
  "429 that speaks of quota and billing but says when to ask again may pass": {
    ...passing,
    script: refusal(429, {
      code: 429,
      message: "You exceeded your current quota, please check your plan. Please retry in 27.3s.",
      status: "RESOURCE_EXHAUSTED",
    }),
  },
  "overloaded_error inside a stream may pass": {
    ...passing,
    provider: "anthropic",
    script: { body: recording("anthropic-overloaded") },
  },
  "overloaded_error after text may pass, but is not tried again": {
    ...passing,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-overloaded-late") },
  },
  "invalid_request_error inside a stream is for the operator": {
    ...lasting,
    provider: "anthropic",
    script: { body: recording("anthropic-invalid") },
  },
  "a 5xx error object inside a vLLM stream may pass": {
    ...passing,
    script: { body: recording("vllm-error") },
  },
  "an error event inside a Groq stream may pass": { ...passing, script: { body: recording("groq-error") } },
  "an error beside finish_reason on OpenRouter after text may pass, but is not tried again": {
    ...passing,
    asked: 1,
    script: { body: recording("openrouter-error") },
  },
  "an error document with status 200 is judged by its type": {
    ...lasting,
    script: refusal(200, { type: "authentication_error", message: "bad key" }),
  },
  "an end without a finish marker is a cut": { ...cut, script: { body: chunk({ choices: [] }) } },
  "an end without a finish marker after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: { body: recording("openai-cut") },
  },
  "an empty stream is a cut": { ...cut, script: { body: "" } },
  "an end without message_stop is a cut": {
    ...cut,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-text").split("event: content_block_stop")[0] ?? "" },
  },
  "a reset after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: { body: [recording("openai-cut"), 20], end: "reset" },
  },
  "a chunk that is broken JSON is a cut": { ...cut, script: { body: 'data: {"choices":[\n\n' } },
  "a chunk that is broken JSON after text is a cut, not tried again": {
    ...cut,
    asked: 1,
    script: withText("data: {oops}\n\n"),
  },
  "a chunk that is no object is a cut": { ...cut, script: { body: chunk([1, 2]) } },
  "an answer of the wrong type is a cut": {
    ...cut,
    script: { headers: { "content-type": "text/html" }, body: "<title>Welcome</title>" },
  },
  "a line of more than 1 MB is a cut": {
    ...cut,
    script: {
      body: [
        'data: {"x":"',
        ...Array.from({ length: 12 }, () => "x".repeat(100_000)),
        '"}\n\n',
        recording("openai-text"),
      ],
    },
  },
  "an answer that says nothing is a cut": { ...cut, script: { body: recording("openai-empty") } },
  "a content filter without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: { body: recording("azure-content-filter") },
  },
  "a content filter on the question is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: refusal(400, { code: "content_filter", message: "The response was filtered", status: 400 }),
  },
  "a refusal without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    script: { body: recording("openai-refusal") },
  },
  "stop reason refusal without text is declined": {
    code: "model_declined",
    retryable: false,
    asked: 1,
    provider: "anthropic",
    script: { body: recording("anthropic-refusal") },
  },
  "a conversation of one turn that is too long stays too long": {
    code: "context_overflow",
    retryable: false,
    asked: 1,
    script: refusal(400, {
      code: "context_length_exceeded",
      message: "This model's maximum context length is 8192",
    }),
  },
  "413 is a conversation that is too long": {
    code: "context_overflow",
    retryable: false,
    asked: 1,
    provider: "anthropic",
    script: refusal(413, { type: "request_too_large", message: "Request exceeds the maximum size" }),
  },
} satisfies Record<string, Row>);

test.each(Object.entries(rows))("%s", async (_name, { script, provider, code, retryable, asked }) => {
  await using server = await startModelServer(script);

  const { outcome, events, logged, text } = await askAgent({
    url: server.url,
    ...(provider && { provider }),
  });

  expect(outcome.failure).toBe(code);
  expect(failures[code].retryable).toBe(retryable);
  expect(server.requests).toHaveLength(asked);
  expect(outcome.transcript.map((entry) => entry.role === "assistant" && entry.text).join("")).toBe(text);
  expect(logged.at(-1)?.level).toBe(code === "model_refused" ? "error" : "warn");
  expect(events.every((event) => event.type === "text")).toBe(true);
});

describe("a provider that cannot be reached may pass", () => {
  test("a refused connection", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));

    expect((await askAgent({ url: `http://127.0.0.1:${port}` })).outcome.failure).toBe("model_unavailable");
  });

  test("a name that does not resolve", async () => {
    const { outcome } = await askAgent({ url: "http://model.invalid/v1" });

    expect(outcome.failure).toBe("model_unavailable");
  });

  test("a server that does not speak TLS", async () => {
    await using server = await startModelServer({});

    const { outcome } = await askAgent({ url: server.url.replace("http:", "https:") });

    expect(outcome.failure).toBe("model_unavailable");
  });

  test("a connection that is reset before an answer", async () => {
    let asked = 0;
    const server = createServer((socket) => {
      asked++;
      socket.once("data", () => socket.resetAndDestroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;

    const { outcome } = await askAgent({ url: `http://127.0.0.1:${port}` });
    await new Promise((resolve) => server.close(resolve));

    expect(outcome.failure).toBe("model_unavailable");
    expect(asked).toBe(3);
  });

  test("a connection that does not come about in time", async () => {
    const dispatcher = new KeepAliveAgent({ connect: { timeout: 20, lookup: () => undefined } });

    const { outcome, logged } = await askAgent({ url: "http://model.example/v1", parts: { dispatcher } });

    expect(outcome.failure).toBe("model_unavailable");
    expect(JSON.stringify(logged.map(({ detail }) => String(Object.values(detail)[0])))).toContain("Timeout");
    await dispatcher.destroy();
  });
});

describe("time limits end in reply_timeout, which is retryable", () => {
  test("the code is retryable", () => expect(failures.reply_timeout.retryable).toBe(true));

  test("no first token, however many comments keep the connection alive", async () => {
    const comments = Array.from({ length: 50 }, () => [": still here\n\n", 5]).flat();
    await using server = await startModelServer({ body: comments, end: "never" });

    const { outcome } = await askAgent({ url: server.url, parts: { limits: { firstTokenMs: 60 } } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(server.requests).toHaveLength(3);
  });

  test("silence after text, which is kept and not tried again", async () => {
    await using server = await startModelServer({ body: recording("openai-cut"), end: "never" });

    const { outcome, text } = await askAgent({ url: server.url, parts: { limits: { idleMs: 40 } } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(text).toBe("Half of an ans");
    expect(server.requests).toHaveLength(1);
  });

  test("an answer that keeps coming for longer than the whole reply may take", async () => {
    const pieces = Array.from({ length: 400 }, () => [
      chunk({ choices: [{ index: 0, delta: { content: "word " } }] }),
      5,
    ]);
    await using server = await startModelServer({ body: pieces.flat(), end: "never" });

    const { outcome, text } = await askAgent({ url: server.url, limits: { replySeconds: 1 } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(text).toMatch(/^(word )+$/);
  });

  test("the time of the whole reply is counted over all its rounds", async () => {
    await using server = await startModelServer(
      { body: recording("openai-tools") },
      { body: recording("openai-cut"), end: "never" },
    );

    const { outcome } = await askAgent({ url: server.url, limits: { replySeconds: 1 } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(outcome.transcript.map(({ role }) => role)).toEqual(["assistant", "tool", "tool", "assistant"]);
  });
});

describe("what is no failure", () => {
  test("a refusal with text is a normal end", async () => {
    await using server = await startModelServer({ body: recording("anthropic-refusal-late") });

    const { outcome, text } = await askAgent({ url: server.url, provider: "anthropic" });

    expect(outcome).toMatchObject({ truncated: false });
    expect(outcome.failure).toBeUndefined();
    expect(text).toBe("I can tell you this much.");
  });

  test.each([
    ["openai", "openai-length"],
    ["anthropic", "anthropic-max-tokens"],
  ] as const)("%s: the output limit ends the reply as truncated", async (provider, name) => {
    await using server = await startModelServer({ body: recording(name) });

    const { outcome } = await askAgent({ url: server.url, provider });

    expect(outcome.truncated).toBe(true);
    expect(outcome.failure).toBeUndefined();
  });
});

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
    setTimeout(() => controller.abort(), 100);

    const { outcome } = await askAgent({ url: server.url, signal: controller.signal });

    expect(outcome).toEqual({ transcript: [], outputTokens: 0, truncated: false });
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
  const [first, second] = server.requests.map(({ body }) => body["messages"] as { content: string }[]);
  expect(second?.length).toBeLessThan(first?.length ?? 0);
  expect(second?.at(-1)).toEqual(first?.at(-1));
});

test("a conversation that is still too long after that has failed for good", async () => {
  const tooLong = refusal(400, { message: "prompt is too long: 210000 tokens > 200000 maximum" });
  const messages = ["one", "two", "three"].map((text) => ({ role: "user", text }) as const);
  await using server = await startModelServer(tooLong);

  const { outcome } = await askAgent({ url: server.url, provider: "anthropic", messages });

  expect(outcome.failure).toBe("context_overflow");
  expect(server.requests).toHaveLength(2);
});

describe("settings that cannot work", () => {
  test("a variable that is not set is named in the log, and nobody is asked", async () => {
    await using server = await startModelServer({ body: recording("openai-text") });

    const { outcome, logged } = await askAgent({ url: server.url, parts: { environment: {} } });

    expect(outcome.failure).toBe("model_refused");
    expect(String(Object.values(logged[0]?.detail ?? {})[0])).toContain("MODEL_KEY");
    expect(server.requests).toHaveLength(0);
  });

  test("a key that is no header value is for the operator", async () => {
    await using server = await startModelServer({ body: recording("openai-text") });

    const { outcome, logged } = await askAgent({
      url: server.url,
      parts: { environment: { MODEL_KEY: "sk-broken\nkey" } },
    });

    expect(outcome.failure).toBe("model_refused");
    expect(String(Object.values(logged[0]?.detail ?? {})[0])).not.toContain("sk-broken");
  });
});

test("neither the provider's words nor its address nor the key ever reach an event, and the key no log", async () => {
  const words = `Incorrect API key provided: ${secret}. Ask db-7.internal.example.`;
  await using server = await startModelServer(refusal(401, { message: words }));

  const { events, logged, outcome } = await askAgent({ url: server.url });

  const seen = JSON.stringify({ events, outcome });
  for (const part of ["Incorrect", "internal.example", "127.0.0.1", secret]) expect(seen).not.toContain(part);
  const log = logged.map(({ detail }) => Object.values(detail).map(String)).join();
  expect(log).toContain("db-7.internal.example");
  expect(log).not.toContain(secret);
});

test("the key is in a header and never in the body, for both kinds of provider", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    await using server = await startModelServer({ body: recording(`${provider}-text`) });

    await askAgent({ url: server.url, provider });

    expect(JSON.stringify(server.requests[0]?.headers)).toContain(secret);
    expect(server.requests[0]?.text).not.toContain(secret);
  }
});

test("a stop closes the connection and keeps what was said", async () => {
  const controller = new AbortController();
  await using server = await startModelServer({ body: recording("openai-cut"), end: "never" });

  const { outcome, events, logged } = await askAgent({
    url: server.url,
    signal: controller.signal,
    onEvent: (event) => event.type === "text" && controller.abort("stopped"),
  });

  expect(textOf(events)).toBe("Half of an ans");
  expect(outcome.transcript).toEqual([{ role: "assistant", text: "Half of an ans", toolCalls: [] }]);
  expect(outcome.failure).toBeUndefined();
  expect(logged).toEqual([]);
  expect(dataOf(events, "progress")).toEqual([]);
});
