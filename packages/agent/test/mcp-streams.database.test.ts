import type { ServerResponse } from "node:http";
import { mcpToolsSchema } from "@servicechat/contract/agent-file";
import { expect, test, vi } from "vitest";
import { createMcpConnection } from "../src/tools/mcp/mcp-connection.ts";
import { createMcpServers } from "../src/tools/mcp/mcp-tools.ts";
import { openLoopback, startBackEnd } from "./back-end.ts";

const own = { agentId: "acme", sources: { environment: {} } };

const inputSchema = { type: "object" };
const call = { name: "slow", input: {}, onProgress: () => undefined };

/** A server of the 2025 protocol whose tool never has a result: its stream says only that it is alive. */
async function startOldServer({ listChanged = false, priming = "id: 1\ndata: \n\n" } = {}) {
  const streams: ServerResponse[] = [];
  const announcing: ServerResponse[] = [];
  const heard: string[] = [];
  const backEnd = await startBackEnd(({ method, body }, response) => {
    const asked = (method === "POST" ? JSON.parse(body) : {}) as { id?: number; method?: string };
    heard.push(`${method} ${asked.method}`);
    const answer = (result: object) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, result }));
    switch (asked.method ?? "") {
      case "initialize":
        return void answer({
          protocolVersion: "2025-06-18",
          capabilities: { tools: { listChanged } },
          serverInfo: { name: "old", version: "1" },
        });
      case "tools/list":
        return void answer({ tools: [{ name: "slow", inputSchema }] });
      case "tools/call":
        streams.push(response);
        response.writeHead(200, { "content-type": "text/event-stream" });
        // An event with an id can be requested again: the library reopens such a stream when it breaks.
        response.write(`${priming}: alive\n\n`);
        return;
      case "":
        announcing.push(response);
        response.writeHead(200, { "content-type": "text/event-stream" }).write(": alive\n\n");
        return;
      default:
        response.writeHead(asked.id === undefined ? 202 : 400).end();
    }
  });
  return {
    ...backEnd,
    heard,
    streams,
    announcing,
    [Symbol.asyncDispose]: () => backEnd[Symbol.asyncDispose](),
  };
}

const closed = (streams: readonly ServerResponse[]) => streams.map((stream) => stream.closed);

test("a call that takes too long ends its stream, after the server was told", async () => {
  await using server = await startOldServer();
  const { mcp } = mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp`, timeoutSeconds: 3 } });
  const connection = createMcpConnection(mcp, { outbound: server.outbound, ...own });
  const { signal } = new AbortController();
  await expect(connection.callTool({ ...call, signal })).rejects.toThrow("timed out");
  await expect.poll(() => closed(server.streams)).toEqual([true]);
  expect(server.heard).toContain("POST notifications/cancelled");
});

test("a call whose stream breaks before its answer came has failed at once, not when its time is up", async () => {
  await using server = await startOldServer({ priming: "" });
  const { mcp } = mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp`, timeoutSeconds: 30 } });
  const connection = createMcpConnection(mcp, { outbound: server.outbound, ...own });
  for (const end of ["end", "destroy"] as const) {
    const { signal } = new AbortController();
    const called = connection.callTool({ ...call, signal });
    const failed = expect(called).rejects.toThrow("the stream ended before its answer");
    await expect.poll(() => server.streams).toHaveLength(1);
    server.streams.pop()?.[end]();
    await failed;
  }
  // The server may be another one now.
  expect(server.heard.filter((asked) => asked === "POST initialize")).toHaveLength(2);
});

test("a call that the visitor stops ends its own stream, and no other", async () => {
  await using server = await startOldServer();
  const { mcp } = mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp` } });
  const connection = createMcpConnection(mcp, { outbound: server.outbound, ...own });
  const [first, second] = [new AbortController(), new AbortController()];
  const calls = [connection.callTool({ ...call, signal: first.signal }).catch(String)];
  await expect.poll(() => server.streams).toHaveLength(1);
  calls.push(connection.callTool({ ...call, signal: second.signal }).catch(String));
  await expect.poll(() => server.streams).toHaveLength(2);
  first.abort(new Error("stopped"));
  await expect.poll(() => closed(server.streams)).toEqual([true, false]);
  second.abort(new Error("stopped"));
  await Promise.all(calls);
  await expect.poll(() => closed(server.streams)).toEqual([true, true]);
  expect(server.heard.filter((each) => each.startsWith("GET"))).toEqual([]);
});

test("a connection that is let go of stays until its calls are over, and a later call connects for itself", async () => {
  await using server = await startOldServer();
  const { mcp } = mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp` } });
  const connection = createMcpConnection(mcp, { outbound: server.outbound, ...own });
  const controller = new AbortController();
  const waiting = connection.callTool({ ...call, signal: controller.signal }).catch(String);
  await expect.poll(() => server.streams).toHaveLength(1);
  connection.close();
  expect(await connection.listTools()).toHaveLength(1);
  expect(closed(server.streams)).toEqual([false]);
  expect(server.heard.filter((each) => each === "POST initialize")).toHaveLength(2);
  controller.abort(new Error("stopped"));
  await waiting;
  await expect.poll(() => closed(server.streams)).toEqual([true]);
});

test("a tool whose server is gone was sent nothing", async () => {
  const gone = await startOldServer();
  await using outbound = openLoopback();
  const servers = createMcpServers({
    outbound,
    sources: { environment: {} },
    clock: { monotonicMs: () => 1_000_000 },
    patienceMs: 30_000,
    log: { warn: vi.fn(), error: vi.fn() },
  });
  const [tool] = await servers.tools("acme", [mcpToolsSchema.parse({ mcp: { url: `${gone.url}/mcp` } })], []);
  await gone[Symbol.asyncDispose]();
  const context = { signal: new AbortController().signal, progress: vi.fn() };
  // The first use may still find the old connection, on which nobody knows what arrived.
  await expect(tool?.run({}, context)).rejects.toThrow();
  await expect(tool?.run({}, context)).rejects.toMatchObject({ nothingSent: true });
});

test("a server of the 2025 protocol that tells of changes is listened to, until it is let go of; others are not", async () => {
  await using server = await startOldServer({ listChanged: true });
  const { mcp } = mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp` } });
  const onToolsChanged = vi.fn();
  const dependencies = { outbound: server.outbound, ...own };
  const connection = createMcpConnection(mcp, { ...dependencies, onToolsChanged });
  await connection.listTools();
  await expect.poll(() => server.announcing).toHaveLength(1);
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
  server.announcing[0]?.write(`data: ${JSON.stringify(changed)}\n\n`);
  await expect.poll(() => onToolsChanged.mock.calls.length).toBe(1);
  connection.close();
  await expect.poll(() => closed(server.announcing)).toEqual([true]);

  await using silent = await startOldServer();
  const url = `${silent.url}/mcp`;
  await createMcpConnection({ ...mcp, url }, { ...dependencies, onToolsChanged }).listTools();
  expect(silent.heard).not.toContain("GET undefined");
});
