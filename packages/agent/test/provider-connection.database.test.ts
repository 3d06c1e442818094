import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { failures } from "@servicechat/contract";
import { Agent as KeepAliveAgent } from "undici";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../test/servers/free-port.ts";
import { askAgent, dataOf, textOf } from "./ask-agent.ts";
import { recording, startModelServer } from "./model-server.ts";

describe("a provider that cannot be reached may pass", () => {
  test("a refused connection", async () => {
    const { outcome } = await askAgent({ url: `http://127.0.0.1:${await freePort()}` });

    expect(outcome.failure).toBe("model_unavailable");
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

    const { outcome, logged } = await askAgent({
      url: "http://model.example/v1",
      dependencies: { dispatcher },
    });

    expect(outcome.failure).toBe("model_unavailable");
    expect(JSON.stringify(logged.map(({ detail }) => String(Object.values(detail)[0])))).toContain(
      "UND_ERR_CONNECT_TIMEOUT",
    );
    await dispatcher.destroy();
  });
});

const chunk = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

describe("time limits end in reply_timeout, which is retryable", () => {
  test("the code is retryable", () => expect(failures.reply_timeout.retryable).toBe(true));

  test("no first token, however many comments keep the connection alive", async () => {
    const comments = Array.from({ length: 200 }, () => [": still here\n\n", 5]).flat();
    await using server = await startModelServer({ body: comments, end: "never" });

    const { outcome } = await askAgent({ url: server.url, dependencies: { limits: { firstTokenMs: 500 } } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(server.requests).toHaveLength(3);
  });

  test("silence after text, which is kept and not tried again", async () => {
    await using server = await startModelServer({ body: recording("openai-cut"), end: "never" });

    const { outcome, text } = await askAgent({ url: server.url, dependencies: { limits: { idleMs: 40 } } });

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

    const { outcome } = await askAgent({ url: server.url, limits: { replySeconds: 3 } });

    expect(outcome.failure).toBe("reply_timeout");
    expect(outcome.transcript.map(({ role }) => role)).toEqual(["assistant", "tool", "tool", "assistant"]);
  });
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
