import { mcpToolsSchema } from "@servicechat/contract/agent-file";
import { expect, test } from "vitest";
import { createMcpServers } from "../src/tools/mcp/mcp-tools.ts";
import { startBackEnd } from "./back-end.ts";

const inputSchema = { type: "object" };

/** What an MCP server may list as a tool although it is not one. */
const broken = [
  { name: "of_no_object", inputSchema: { type: "array" } },
  { name: "without_schema" },
  { name: "with_wrong_hints", inputSchema, annotations: { readOnlyHint: "yes" } },
  { name: 5, inputSchema },
  "nothing",
  null,
];

test("one tool that breaks the protocol is left out, and the server's others are there", async () => {
  const tools = [{ name: "first", inputSchema }, ...broken, { name: "last", inputSchema }];
  await using server = await startBackEnd(({ method, body }, response) => {
    const asked = (method === "POST" ? JSON.parse(body) : {}) as { id?: number; method?: string };
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "careless", version: "1" },
      },
      "tools/list": { tools },
    };
    const result = results[asked.method ?? ""];
    if (!result) return void response.writeHead(asked.id === undefined ? 202 : 400).end();
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ jsonrpc: "2.0", id: asked.id, result }));
  });
  const leftOut: unknown[] = [];
  const servers = createMcpServers({
    outbound: server.outbound,
    sources: { environment: {} },
    clock: { monotonicMs: () => performance.now() },
    patienceMs: 3000,
    log: {
      warn: (detail) => void leftOut.push((detail as { tool?: string }).tool),
      error: () => undefined,
    },
  });

  const found = await servers.tools(
    "acme",
    [mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp` } })],
    [],
  );

  expect(found.map(({ name }) => name)).toEqual(["first", "last"]);
  expect(leftOut).toEqual([
    "of_no_object",
    "without_schema",
    "with_wrong_hints",
    undefined,
    undefined,
    undefined,
  ]);
});
