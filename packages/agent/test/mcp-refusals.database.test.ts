import { mcpToolsSchema } from "@servicechat/contract/agent-file";
import { ProtocolError } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { createMcpServers } from "../src/tools/mcp/mcp-tools.ts";
import type { Tool } from "../src/index.ts";
import { openLoopback, startBackEnd } from "./back-end.ts";
import { startMcpServer } from "./mcp-server.ts";
import { messagesOf, saying } from "./scripted-model.ts";
import { startModelServer } from "./model-server.ts";
import { runWithTools } from "./run-with-tools.ts";

const canary = "mcp-canary-7be014";
const call = { name: "find_customer", arguments: { customer: "C-9" } };
const decided = { call: { name: "find_customer", input: { customer: "C-9" } } };

/** A tool that is refused with a JSON-RPC error, as servers do that check their input themselves. */
const refusing =
  (code: number, message: string, readOnlyHint = true) =>
  (server: McpServer): void => {
    const inputSchema = z.object({ customer: z.string() });
    server.registerTool("find_customer", { inputSchema, annotations: { readOnlyHint } }, () => ({
      content: [],
    }));
    server.server.setRequestHandler("tools/call", () => {
      throw new ProtocolError(code, message);
    });
  };

async function openTools(url: string, outbound: ReturnType<typeof openLoopback>): Promise<readonly Tool[]> {
  const servers = createMcpServers({
    outbound,
    sources: { environment: { MCP_TOKEN: canary } },
    clock: { monotonicMs: () => performance.now() },
    patienceMs: 30_000,
    log: { warn() {}, error() {} },
  });
  const headers = { Authorization: "Bearer ${MCP_TOKEN}" };
  return servers.tools("acme", [mcpToolsSchema.parse({ mcp: { url, headers } })], []);
}

/** One reply whose model uses the tool at once; the result that it got, and what the visitor saw. */
async function use(url: string) {
  await using outbound = openLoopback();
  await using model = await startModelServer(saying("", call), saying("I cannot find you."));
  const { outcome, events, logged } = await runWithTools({
    url: model.url,
    tools: await openTools(url, outbound),
  });
  const told = messagesOf(model.requests, 1).at(-1)?.content;
  return { result: outcome.transcript[1], told, events, logged };
}

test.each([
  [-32_602, "unknown customer id"],
  [-32_603, "the register is closed until Monday"],
  [-32_050, "this customer has moved"],
])(
  "a model is told why a server refuses its call with error %i, so that it can correct it",
  async (code, message) => {
    await using server = await startMcpServer(refusing(code, message));
    const { result, told } = await use(server.url);
    expect(result).toMatchObject({ failed: true, result: `The tool failed: {"error":"${message}"}` });
    expect(told).toContain(message);
  },
);

test("what a server says of a refusal is data: cleaned, bounded, without secrets, and not for the visitor", async () => {
  const unseen = "\u{e0049}\u{e0067}\u202e";
  // The second secret lies across the place where the message is cut.
  const beginning = `no such customer${unseen}, Bearer ${canary}\n`.padEnd(993, "long ");
  const message = `${beginning}${canary}${" longer".repeat(1000)}`;
  await using server = await startMcpServer(refusing(-32_602, message));
  const { result, events, logged } = await use(server.url);

  const { result: text } = result as { readonly result: string };
  expect(text).toContain('{"error":"no such customer, Bearer [secret]\\nlong long');
  expect(text).not.toContain("mcp-");
  expect(text.length).toBeLessThan(1100);
  const stop = events.find(({ type }) => type === "tool_usage_stop");
  expect(stop).toMatchObject({ data: { status: "failed" } });
  expect(JSON.stringify(events)).not.toContain("no such customer");
  expect(logged).toHaveLength(1);
  for (const { err } of logged as readonly { readonly err: Error }[])
    expect(err.stack).not.toContain("mcp-can");
});

test("of a refused call that may change things nobody says that nothing happened", async () => {
  await using server = await startMcpServer(refusing(-32_602, "unknown customer id", false));
  await using outbound = openLoopback();
  await using model = await startModelServer(saying("It did not work."));
  const tools = await openTools(server.url, outbound);
  const confirmed = tools[0]?.confirm?.(decided.call.input);
  const { outcome } = await runWithTools({
    url: model.url,
    tools,
    decided: { ...decided, ...(confirmed && { confirmed }) },
  });
  expect(outcome.transcript[1]).toMatchObject({
    failed: true,
    result: 'The tool failed: {"error":"unknown customer id"} It may have taken effect.',
  });
});

test.each([
  ["an error in the way of HTTP", 500, "text/plain", "postgres://shop@10.0.0.5 is away"],
  ["no JSON", 200, "application/json", "<b>postgres://shop@10.0.0.5 is away</b>"],
  ["a stream that ends before its answer", 200, "text/event-stream", ": postgres://shop@10.0.0.5\n\n"],
])(
  "for a call that was answered with %s the model is told only that it failed",
  async (_name, status, type, body) => {
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "shop", version: "1" },
      },
      "tools/list": {
        tools: [
          { name: "find_customer", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
        ],
      },
    };
    await using server = await startBackEnd(({ method, body: asked }, response) => {
      const { id, method: wanted = "" } = JSON.parse(method === "POST" ? asked : "{}") as {
        readonly id?: number;
        readonly method?: string;
      };
      if (wanted === "tools/call") return void response.writeHead(status, { "content-type": type }).end(body);
      const result = results[wanted];
      if (!result) return void response.writeHead(id === undefined ? 202 : 400).end();
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
    const { result } = await use(`${server.url}/mcp`);
    expect(result).toMatchObject({ failed: true, result: "The tool failed." });
  },
);
