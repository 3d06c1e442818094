import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer, words } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import type { RecordedSpan } from "../support/recording-sdk.ts";
import { spawnService } from "../support/spawn-service.ts";
import { ask } from "../support/visitor.ts";
import type { HeardReply } from "../support/visitor.ts";

const example = fileURLToPath(new URL("../../examples/tracing/otel.mjs", import.meta.url));
const recordingSdk = new URL("../support/recording-sdk.ts", import.meta.url);
const callerTrace = "0af7651916cd43dd8448eb211c80319c";
const callerSpan = "b7ad6b7169203331";

/** The example as an operator sets it up: in a separate folder, with the SDK beside it. */
async function layOutExample(folder: string): Promise<string> {
  const sdk = join(folder, "node_modules", "@opentelemetry", "sdk-node");
  await mkdir(sdk, { recursive: true });
  await writeFile(join(sdk, "package.json"), JSON.stringify({ type: "module", exports: "./index.js" }));
  await writeFile(join(sdk, "index.js"), `export * from ${JSON.stringify(recordingSdk.href)};`);
  await cp(example, join(folder, "otel.mjs"));
  return pathToFileURL(join(folder, "otel.mjs")).href;
}

/** Searches first, then answers with what its counts say; fails in ways that its last message requests. */
function createScript(): ModelScript {
  let isOverloaded = true;
  return ({ messages }) => {
    const last = messages.at(-1);
    const text = String(last?.content);
    if (text.includes("refuse")) return { status: 401, body: '{"error":{"message":"canary of a provider"}}' };
    if (text.includes("overload") && isOverloaded) {
      isOverloaded = false;
      return { status: 503, body: "canary of a provider" };
    }
    const searches = text.includes("search") && last?.role === "user";
    const usage = { choices: [], usage: { prompt_tokens: 321, completion_tokens: 12 } };
    return [
      ...(searches
        ? [{ tool: "search_knowledge", input: { query: "canary of a query" } }]
        : words("The canary sings.")),
      { raw: `data: ${JSON.stringify(usage)}\n\n` },
    ];
  };
}

describe("with an SDK that the operator installed", () => {
  let folder: string;
  let spans: readonly RecordedSpan[] = [];
  let secrets: readonly string[] = [];
  let searching: HeardReply;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "servicechat-otel-"));
    const spansFile = join(folder, "spans.json");
    await using model = await startModelServer(createScript());
    const definition = {
      provider: "openai",
      baseUrl: model.baseUrl,
      name: "some-model",
      apiKeyEnv: "CANARY_KEY",
    };
    await using service = await spawnService({
      model: definition,
      settings: {
        NODE_OPTIONS: `--import ${await layOutExample(folder)}`,
        SPANS_FILE: spansFile,
        CANARY_KEY: "sk-canary-of-an-operator",
        SERVICECHAT_PUBLIC_URL: "https://chat.example",
      },
    });
    const agentFile = join(folder, "agent.json");
    const agent = { id: "acme", name: "Acme", tools: ["search_knowledge"], model: definition };
    await writeFile(agentFile, JSON.stringify(agent));
    await service.command("agent", "apply", agentFile);
    await service.start();

    const traceparent = `00-${callerTrace}-${callerSpan}-01`;
    searching = await ask(service, "search for my canary", {
      headers: { traceparent, tracestate: "canary=1" },
    });
    const { token } = searching;
    await ask(service, "overload with canaries", { token });
    await ask(service, "refuse my canary", { token, headers: { traceparent: "canary" } });
    await service.fetch("/chat-bot/history?canary=query", { headers: { "X-Session-Token": token } });
    await service.fetch("/chat-bot/agent", { headers: { Origin: "https://canary.example" } });
    await service.fetch("/chat-bot/stop", { method: "PROPFIND" });
    await service.fetch("/chat/assets/canary.js");
    await service.fetch("/canary");
    await service.end("SIGTERM");

    spans = JSON.parse(await readFile(spansFile, "utf8")) as RecordedSpan[];
    secrets = [service.key, token, token.slice(3)];
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const named = (name: string) => spans.filter((span) => span.name === name);
  const below = ({ spanId }: RecordedSpan) => spans.filter(({ parentId }) => parentId === spanId);

  function requestAndReply(index: number): { request: RecordedSpan; reply: RecordedSpan } {
    const request = named("POST /chat-bot/")[index];
    const reply = named("invoke_agent Acme")[index];
    if (!request || !reply) throw new Error(`message ${index} has no spans`);
    return { request, reply };
  }

  test("a message is a span of the server", () => {
    const { request } = requestAndReply(0);
    expect(request).toMatchObject({ kind: SpanKind.SERVER, status: { code: SpanStatusCode.UNSET } });
    expect(request.attributes).toEqual({
      "http.request.method": "POST",
      "http.route": "/chat-bot/",
      "http.response.status_code": 200,
      "url.scheme": "https",
      "url.path": "/chat-bot/",
      "server.address": "chat.example",
      "server.port": 443,
      "servicechat.request.id": searching.response.headers.get("X-Request-Id"),
    });
  });

  test("the caller's trace is linked, never the parent, and an invalid traceparent is ignored", () => {
    const { request } = requestAndReply(0);
    expect(request.parentId).toBeUndefined();
    expect(request.traceId).not.toBe(callerTrace);
    expect(request.links.map((link) => link.context)).toEqual([
      { traceId: callerTrace, spanId: callerSpan, traceFlags: 1, isRemote: true },
    ]);
    expect(requestAndReply(2).request.links).toEqual([]);
  });

  test("a reply is a separate span, linked to the request that asked for it", () => {
    const { request, reply } = requestAndReply(0);
    expect(reply.status).toEqual({ code: SpanStatusCode.UNSET });
    expect(reply.parentId).toBeUndefined();
    expect(reply.links).toMatchObject([{ context: { traceId: request.traceId, spanId: request.spanId } }]);
    expect(reply.attributes).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "some-model",
      "gen_ai.agent.id": "acme",
      "gen_ai.agent.name": "Acme",
      "servicechat.request.id": request.attributes["servicechat.request.id"],
      "servicechat.reply.id": String(searching.events[0]?.id).replace(/\.\d+$/, ""),
      "servicechat.reply.status": "complete",
    });
  });

  test("below a reply are the model's calls and the uses of tools, in their order", () => {
    const { reply } = requestAndReply(0);
    const steps = below(reply);
    expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
      ["chat some-model", SpanKind.CLIENT],
      ["execute_tool search_knowledge", SpanKind.INTERNAL],
      ["chat some-model", SpanKind.CLIENT],
    ]);
    const [first, tool, second] = steps;
    expect(first?.attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "some-model",
      "gen_ai.request.max_tokens": 2000,
      "gen_ai.request.stream": true,
      "gen_ai.response.finish_reasons": ["tool_calls"],
      "gen_ai.usage.input_tokens": 321,
      "gen_ai.usage.output_tokens": 12,
      "server.address": "127.0.0.1",
    });
    expect(tool?.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "search_knowledge",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": expect.any(String) as string,
    });
    expect(second?.attributes).toMatchObject({
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.response.time_to_first_chunk": expect.any(Number) as number,
    });
  });

  test("spans of other instrumentation appear below the step that caused them", () => {
    const [call] = below(requestAndReply(0).reply);
    expect(call && below(call).map(({ name }) => name)).toEqual(["outgoing"]);
  });

  test("a silent retry is part of its call, with the failure that was retried", () => {
    const { reply } = requestAndReply(1);
    const [call, ...more] = below(reply);
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      events: [{ name: "servicechat.retry", attributes: { "error.type": "model_unavailable" } }],
    });
    expect(call && below(call)).toHaveLength(2);
  });

  test("a reply that failed and its failed call have our code, and nothing of the provider's words", () => {
    const { request, reply } = requestAndReply(2);
    const failed = {
      status: { code: SpanStatusCode.ERROR, message: "model_refused" },
      attributes: { "error.type": "model_refused" },
    };
    expect(reply).toMatchObject(failed);
    expect(reply.attributes["servicechat.reply.status"]).toBe("failed");
    expect(below(reply)).toMatchObject([failed]);
    expect(request.status).toEqual({ code: SpanStatusCode.UNSET });
  });

  test("a refused request has our code, and is not an error of the server", () => {
    expect(named("GET /chat-bot/agent")).toMatchObject([
      {
        status: { code: SpanStatusCode.UNSET },
        attributes: { "http.response.status_code": 403, "error.type": "origin_not_allowed" },
      },
    ]);
  });

  test("values that strangers choose are in no name: other methods, wildcards, unknown paths", () => {
    expect(named("HTTP /chat-bot/stop")).toMatchObject([{ attributes: { "http.request.method": "_OTHER" } }]);
    const [asset] = named("GET /chat/*");
    expect(asset?.attributes).toMatchObject({ "http.route": "/chat/*", "http.response.status_code": 404 });
    expect(asset?.attributes).not.toHaveProperty("url.path");
    expect(spans.filter(({ attributes }) => "http.route" in attributes)).toHaveLength(
      named("GET /readyz").length + 7,
    );
  });

  test("no span contains a message, an answer, a query, an origin, a key or a token", () => {
    const everything = JSON.stringify(spans);
    for (const hidden of ["canary", "shop.example", "sings", ...secrets]) {
      expect(hidden).not.toBe("");
      expect(everything).not.toContain(hidden);
    }
  });
});

test("without an SDK not even the API is loaded", async () => {
  const tellLoaded = `import { createRequire } from "node:module";
    process.on("exit", () => {
      const loaded = Object.keys(createRequire("/").cache);
      console.error("loaded:", loaded.length > 0, loaded.some((path) => path.includes("@opentelemetry")));
    });`;
  await using service = await spawnService({
    model: {},
    key: "ak_of_nobody",
    settings: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellLoaded)}` },
  });
  await service.start();
  await service.fetch("/chat-bot/agent");
  const { log } = await service.end("SIGTERM");
  expect(log).toContain("loaded: true false");
});
