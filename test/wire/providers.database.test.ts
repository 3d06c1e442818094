import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { startModelServer } from "../support/model-server.ts";
import { startService } from "../support/start-service.ts";
import { ask, history } from "../support/visitor.ts";
import { listenOnLoopback } from "../support/listen-on-loopback.ts";

const recording = (name: string) =>
  readFileSync(new URL(`../../packages/agent/test/recordings/${name}.txt`, import.meta.url), "utf8");

/** Serves recorded provider streams, one after the other, in chunks that cut through lines. */
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

  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    asked,
    baseUrl: `${listening.baseUrl}/v1`,
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
    ["openai-responses", "responses-text", "/v1/responses"],
    ["openai-responses", "responses-reasoning", "/v1/responses"],
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

describe("a model that thinks", () => {
  test.each([
    ["openai", "ollama-think"],
    ["openai", "deepseek-reasoning"],
    ["openai-responses", "responses-reasoning"],
    ["anthropic", "anthropic-thinking"],
  ] as const)(
    "%s, %s: its thoughts are a progress line, and in neither text nor history",
    async (provider, name) => {
      await using recordings = await startRecordings(name);
      await using service = await startService({
        agent: { model: { provider, baseUrl: recordings.baseUrl, name: "recorded" } },
      });

      const reply = await ask(service, "hello");

      expect(reply.events.slice(0, 2)).toMatchObject([
        { event: "start" },
        { event: "progress", data: "Thinking" },
      ]);
      expect(reply.events.filter(({ event }) => event === "progress")).toHaveLength(1);
      const shown = JSON.stringify([reply.events, await history(service, reply.token)]);
      for (const thought of ["wants hours", "want hours", "They want", "Looking", "think>"])
        expect(shown).not.toContain(thought);
    },
  );
});

describe("the example with fallback models", () => {
  const file = fileURLToPath(new URL("../../examples/agents/fallback.yaml", import.meta.url));

  test("answers with the first, with the second if the first refuses its key, and finally from the passages", async () => {
    const read = parseYaml(readFileSync(file, "utf8")) as { model: object; fallbackModels: object[] };
    const refused: string[] = [];
    await using model = await startModelServer(({ model: name }) =>
      refused.includes(name ?? "") ? { status: 401, body: "{}" } : ["Hello from the stand-in."],
    );
    const [local = {}, passages = {}] = read.fallbackModels;
    const definition = {
      ...read,
      id: "acme-support",
      model: { ...read.model, baseUrl: model.baseUrl },
      fallbackModels: [{ ...local, baseUrl: model.baseUrl }, passages],
    };
    await using service = await startService({ agent: definition, environment: { OPENAI_API_KEY: "sk-x" } });

    refused.push("gpt-5-mini");
    expect((await ask(service, "hello")).text).toBe("Hello from the stand-in.");
    refused.push("qwen3:8b");
    const reply = await ask(service, "What does a unicorn cost?");
    expect(reply.events.at(-1)?.event).toBe("done");
    expect(reply.text).not.toBe("");
    const lines = service.logged.filter(({ message }) => message.includes("trying the next one"));
    expect(lines.map(({ detail }) => detail)).toMatchObject([
      { provider: "openai-responses", next: "openai" },
      { provider: "openai-responses", next: "openai" },
      { provider: "openai", next: "extractive" },
    ]);
  });
});

test("the example of a module returns a language model of the AI SDK, and the service answers with it", async () => {
  await using recordings = await startRecordings("openai-text");
  process.env["ACME_BASE_URL"] = recordings.baseUrl;
  const examples = new URL("../../examples/agents/", import.meta.url);
  const { model } = parseYaml(readFileSync(new URL("ai-sdk.yaml", examples), "utf8")) as {
    model: { module: string };
  };
  const module = fileURLToPath(new URL(model.module, examples));
  await using service = await startService({
    agent: { model: { ...model, module } },
    environment: { ACME_API_KEY: "sk-x" },
  });
  expect((await ask(service, "hello")).text).toContain("Refunds take");
});
