import { describe, expect, test } from "vitest";
import { createServer } from "node:http";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { askAgent, dataOf } from "./ask-agent.ts";
import { startModelServer } from "./model-server.ts";
import { saying } from "./scripted-model.ts";

const stream = { "content-type": "text/event-stream" };
const json = { "content-type": "application/json" };
const quota = {
  message: "You exceeded your current quota",
  type: "insufficient_quota",
  code: "insufficient_quota",
};

/** A provider that goes on only when it is told to. */
async function startGatedServer(first: readonly string[], gate: Promise<void>, rest: readonly string[]) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, stream);
    for (const piece of first) response.write(piece);
    void gate.then(() => response.end(rest.join("")));
  });
  const listening = await listenOnLoopback(server);
  return { ...listening, url: `${listening.baseUrl}/v1` };
}

describe("an answer is read as what it is, whatever its label says", () => {
  test.each([
    ["as a stream", stream],
    ["as a document", json],
    ["without a label", {}],
  ])("an error document %s is judged by what it says", async (_how, headers) => {
    await using server = await startModelServer({ headers, body: JSON.stringify({ error: quota }) });
    const { outcome, logged } = await askAgent({ url: server.url });
    expect(outcome.failure).toBe("model_refused");
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(logged.map(({ detail }) => String((detail as { err?: unknown }).err)))).toContain(
      "insufficient_quota",
    );
  });

  test.each(["application/json", "text/plain; charset=utf-8", "application/octet-stream"])(
    "a stream labelled %s is a stream",
    async (type) => {
      await using server = await startModelServer({
        ...saying("Open at nine."),
        headers: { "content-type": type },
      });
      expect((await askAgent({ url: server.url })).text).toBe("Open at nine.");
    },
  );

  test("a whole answer from a server that does not stream is read", async () => {
    const message = { role: "assistant", content: "Open at nine." };
    const body = JSON.stringify({
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "stop" }],
      usage: { prompt_tokens: 5, completion_tokens: 4 },
    });
    await using server = await startModelServer({ headers: json, body });
    const { text, outcome } = await askAgent({ url: server.url });
    expect(text).toBe("Open at nine.");
    expect(outcome.usage).toMatchObject({ inputTokens: 5, outputTokens: 4 });
  });

  test("a page is no answer", async () => {
    await using server = await startModelServer({ headers: stream, body: "<html>Sign in</html>" });
    expect((await askAgent({ url: server.url })).outcome.failure).toBe("reply_cut");
  });
});

describe("after the end nothing spoils an answer", () => {
  test.each([
    ["bytes that make no sense", "data: \u0000not json\n\n"],
    ["an event that is no object", "data: 7\n\n"],
    ["an error", 'data: {"error":{"code":502,"message":"x"}}\n\n'],
    ["a page", "<html></html>\n\n"],
  ])("%s", async (_what, more) => {
    const { body = [] } = saying("Open at nine.");
    const pieces = [body].flat().filter((piece) => !String(piece).includes("[DONE]"));
    await using server = await startModelServer({ body: [...pieces, more] });
    const { text, outcome } = await askAgent({ url: server.url });
    expect(text).toBe("Open at nine.");
    expect(outcome.failure).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });
});

describe("how a reply ended is told, and what it used is counted", () => {
  const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
  const usage = { usage: { prompt_tokens: 9, completion_tokens: 5 } };

  test.each([
    ["length", "length"],
    ["MAX_TOKENS", "length"],
    ["content_filter", "filtered"],
    ["SAFETY", "filtered"],
    ["stop", null],
  ])("%s after text", async (reason, ending) => {
    await using server = await startModelServer({
      body: chunk({ content: "Half" }) + chunk({}, reason, usage),
    });
    const { outcome } = await askAgent({ url: server.url });
    expect(outcome).toMatchObject({ ending, usage: { inputTokens: 9, outputTokens: 5 } });
    expect(outcome.failure).toBeUndefined();
  });

  test("nothing but thoughts up to the limit is a failure that is counted and not tried again", async () => {
    await using server = await startModelServer({
      body: chunk({ reasoning_content: "hm" }) + chunk({}, "length", usage),
    });
    const { outcome } = await askAgent({ url: server.url });
    expect(outcome).toMatchObject({
      failure: "reply_cut",
      ending: null,
      outputTokens: 5,
      usage: { inputTokens: 9, outputTokens: 5 },
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a reply that broke off is counted as far as its provider did", async () => {
    const start = { type: "message_start", message: { usage: { input_tokens: 9, output_tokens: 1 } } };
    const text = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Half" } };
    const body = [start, text].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    await using server = await startModelServer({ body });
    const { outcome } = await askAgent({ url: server.url, provider: "anthropic" });
    expect(outcome).toMatchObject({ failure: "reply_cut", usage: { inputTokens: 9, outputTokens: 1 } });
  });

  test("two messages of one response are two paragraphs", async () => {
    const event = (type: string, fields: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
    const text = (place: number, delta: string) =>
      event("response.output_text.delta", { output_index: place, delta });
    const end = event("response.completed", { response: { status: "completed" } });
    await using server = await startModelServer({
      body: [text(0, "First "), text(0, "message."), text(1, "## Second"), text(1, " message"), end],
    });
    const { text: said } = await askAgent({ url: server.url, provider: "openai-responses" });
    expect(said).toBe("First message.\n\n## Second message");
  });
});

const chunkOf = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const stop = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

test("thoughts without an opening mark that were shown before their end are in nothing that is kept", async () => {
  const shown = Promise.withResolvers<void>();
  await using server = await startGatedServer([chunkOf("They want a mug. ")], shown.promise, [
    chunkOf("Be brief.\n</think>\n\n"),
    chunkOf("Hello!"),
    stop,
  ]);
  const { events, outcome } = await askAgent({
    url: server.url,
    onEvent: ({ type }) => type === "text" && shown.resolve(),
  });
  expect(dataOf(events, "text")).toEqual(["They want a mug. ", "\n\n", "Hello!"]);
  expect(outcome.transcript).toEqual([{ role: "assistant", text: "Hello!", toolCalls: [] }]);
  expect(outcome.thoughts).toEqual([{ start: 0, end: "They want a mug. \n\n".length }]);
});

test("thoughts without an opening mark are in nothing that is shown or stored", async () => {
  const chunk = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  const thoughts = "The visitor wants a mug. I must not say that it is cheap.";
  const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  await using server = await startModelServer({
    body: [chunk(thoughts), chunk("\n</think>\n\n"), chunk("Hello, how can I help?"), end],
  });
  const { text, outcome } = await askAgent({ url: server.url });
  expect(text).toBe("Hello, how can I help?");
  expect(outcome.transcript).toEqual([{ role: "assistant", text, toolCalls: [] }]);
});
