import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/**
 * An MCP server of the 2025 protocol that keeps a stream open for announcements, and asks clients that lose it to
 * reconnect after a minute.
 */
export async function startAnnouncingServer() {
  const { promise: listenedTo, resolve: onListener } = Promise.withResolvers<void>();
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-06-18",
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "old", version: "1" },
    },
    "tools/list": { tools: [{ name: "look", inputSchema: { type: "object" } }] },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("retry: 60000\n\n");
      return onListener();
    }
    const body = Buffer.concat(await request.toArray()).toString();
    const { id, method = "" } = JSON.parse(body || "{}") as { id?: number; method?: string };
    const result = results[method];
    if (!result) return void response.writeHead(id === undefined ? 202 : 400).end();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    url: `${listening.baseUrl}/mcp`,
    /** Resolves once a client listens to its announcements. */
    listenedTo,
  };
}
