import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { startService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";

const recording = (name: string) =>
  readFileSync(new URL(`../../packages/agent/test/recordings/${name}.txt`, import.meta.url), "utf8");

/** Serves recorded provider streams, one after the other, in pieces that cut through lines. */
async function startRecordings(...names: readonly string[]) {
  const asked: { readonly url: string; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString();
    const text = recording(names[Math.min(asked.length, names.length - 1)] ?? "");
    asked.push({ url: request.url ?? "", body });
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    for (let at = 0; at < text.length; at += 37) {
      response.write(text.slice(at, at + 37));
      await new Promise(setImmediate);
    }
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    asked,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe("a reply from a recorded stream", () => {
  const providers = [
    ["openai", "openai-text", "/v1/chat/completions"],
    ["openai", "azure-text", "/v1/chat/completions"],
    ["openai", "ollama-text", "/v1/chat/completions"],
    ["openai", "groq-text", "/v1/chat/completions"],
    ["openai", "openrouter-text", "/v1/chat/completions"],
    ["openai", "vllm-reasoning", "/v1/chat/completions"],
    ["anthropic", "anthropic-text", "/v1/messages"],
    ["anthropic", "anthropic-thinking", "/v1/messages"],
  ] as const;

  test.each(providers)(
    "%s, %s: streams to done, and history has the same text",
    async (provider, name, url) => {
      await using recordings = await startRecordings(name);
      await using service = await startService({
        agent: { model: { provider, baseUrl: recordings.baseUrl, name: "recorded" } },
      });

      const reply = await ask(service, "hello");

      expect(recordings.asked.map((each) => each.url)).toEqual([url]);
      expect(reply.events.at(-1)).toMatchObject({ event: "done" });
      expect(reply.text).not.toBe("");
      expect((await history(service, reply.token))[1]).toMatchObject({
        status: "complete",
        content: reply.text,
      });
    },
  );
});
