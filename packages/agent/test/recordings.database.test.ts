import fc from "fast-check";
import { expect, test } from "vitest";
import { askAgent, dataOf } from "./ask-agent.ts";
import { recording, startModelServer } from "./model-server.ts";

const longText = "Refunds take **5 days** – über Nacht: 10 € 👩‍🔧.";

/** What a provider heard, what it says, the tokens of that, and the tokens it was sent: 0 where it reports none. */
const spoken = [
  ["openai", "openai-text", longText, 14, 61],
  ["openai", "openai-no-done", "All done.", 3, 0],
  ["openai", "azure-text", "Orders ship on Mondays.", 6, 61],
  ["openai", "ollama-text", "We open at nine.", 4, 0],
  ["openai", "openrouter-text", "Returns are free.", 5, 61],
  ["openai", "groq-text", "Parcels leave daily.", 7, 40],
  ["anthropic", "anthropic-text", longText, 15, 25],
  ["openai-responses", "responses-text", longText, 15, 25],
] as const;

test.each(spoken)(
  "%s: the text of %s arrives whole, and nothing else",
  async (provider, name, text, tokens, sent) => {
    await using server = await startModelServer({ body: recording(name) });

    const reply = await askAgent({ url: server.url, provider });

    expect(reply.text).toBe(text);
    expect(reply.events.every((event) => event.type === "text")).toBe(true);
    expect(reply.outcome).toEqual({
      transcript: [{ role: "assistant", text, toolCalls: [] }],
      ending: null,
      outputTokens: tokens,
      usage: { model: "some-model", inputTokens: sent, outputTokens: sent === 0 ? 0 : tokens },
    });
    expect(reply.logged).toEqual([]);
  },
);

const thoughtful = [
  ["openai", "vllm-reasoning", "\n\nOpen at nine.", 11, 20],
  ["openai", "deepseek-reasoning", "Open at nine.", 31, 20],
  ["openai", "openrouter-reasoning", "Open at nine.", 31, 20],
  ["openai", "ollama-think", "Open at nine.", 31, 20],
  ["openai", "mistral-parts", "We are closed.", 12, 9],
  ["openai-responses", "responses-reasoning", "Open at nine.", 88, 20],
  ["anthropic", "anthropic-thinking", "Open at nine.", 22, 25],
] as const;

test.each(thoughtful)(
  "%s: what the model of %s thinks is told once, as progress, and is in no text",
  async (provider, name, text, tokens, sent) => {
    await using server = await startModelServer({ body: recording(name) });

    const reply = await askAgent({ url: server.url, provider });

    expect(reply.text).toBe(text);
    const [thinking, ...rest] = reply.events;
    expect(thinking).toEqual({ type: "progress", data: "Thinking" });
    expect(rest.every((event) => event.type === "text")).toBe(true);
    expect(reply.outcome).toEqual({
      transcript: [{ role: "assistant", text, toolCalls: [] }],
      ending: null,
      outputTokens: tokens,
      usage: { model: "some-model", inputTokens: sent, outputTokens: tokens },
    });
  },
);

test.each([
  ["openai", "openai-tools"],
  ["openai", "ollama-tools"],
  ["openai", "vllm-tools"],
  ["openai", "bare-tools"],
  ["openai-responses", "responses-tools"],
  ["anthropic", "anthropic-tools"],
] as const)("%s: both tool calls of %s are used, each with its own input", async (provider, name) => {
  const end = { openai: "openai-text", "openai-responses": "responses-text", anthropic: "anthropic-text" }[
    provider
  ];
  await using server = await startModelServer({ body: recording(name) }, { body: recording(end) });

  const { events, outcome } = await askAgent({ url: server.url, provider });

  const inputs = dataOf(events, "tool_usage_start").map(({ input }) => input);
  expect(inputs).toEqual([{ query: "refund time" }, { query: "shipping" }]);
  expect(dataOf(events, "tool_usage_stop").map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(outcome.failure).toBeUndefined();
});

const chunked = [
  ["openai", "openai-text"],
  ["openai-responses", "responses-text"],
  ["anthropic", "anthropic-text"],
] as const;

test.each(chunked)("%s: a stream that arrives byte by byte is the same answer", async (provider, name) => {
  const bytes = Buffer.from(recording(name));
  await using server = await startModelServer({ body: Array.from(bytes, (byte) => Uint8Array.of(byte)) });

  expect((await askAgent({ url: server.url, provider })).text).toBe(longText);
});

test.each(chunked)("%s: line ends of any kind, cut anywhere, are the same answer", async (provider, name) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.array(fc.nat(10_000), { maxLength: 12 }),
      async (lineEnd, cuts) => {
        const bytes = Buffer.from(recording(name).replaceAll("\n", lineEnd));
        const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        await using server = await startModelServer({ body: pieces });

        expect((await askAgent({ url: server.url, provider })).text).toBe(longText);
      },
    ),
    { numRuns: 25 },
  );
});

test("an answer without a content type, and without its last blank line, is still an answer", async () => {
  await using server = await startModelServer({ headers: {}, body: recording("openai-no-done").trimEnd() });

  const { text, outcome } = await askAgent({ url: server.url });

  expect(text).toBe("All done.");
  expect(outcome.failure).toBeUndefined();
});

test("a provider that never closes after the end of its answer does not hold the reply up", async () => {
  await using server = await startModelServer({ body: recording("openai-no-done"), end: "never" });

  const { text, outcome } = await askAgent({ url: server.url, dependencies: { limits: { tailMs: 20 } } });

  expect(text).toBe("All done.");
  expect(outcome.failure).toBeUndefined();
});

test("a connection that breaks after the end of the answer costs nothing", async () => {
  await using server = await startModelServer({ body: [recording("openai-no-done"), 20], end: "reset" });

  expect((await askAgent({ url: server.url })).outcome.failure).toBeUndefined();
});
