import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";

/** A request to a server. */
export interface Posted {
  /** Such as `tools/call`. */
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
}

/** A small MCP server on loopback, made with the protocol's own library. It can be stopped and started again. */
export async function startMcpServer(register: (server: McpServer) => void, at?: number) {
  const posted: Posted[] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "shop", version: "1.0.0" });
    register(server);
    return server;
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { method } = JSON.parse(body || "{}") as { method?: string };
    posted.push({ method: method ?? "", headers: request.headers });
    const headers = new Headers(request.headers as Record<string, string>);
    const url = `http://${request.headers.host}${request.url}`;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const init = {
      method: request.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(body !== "" && { body }),
    };
    const answered = await handler.fetch(new Request(url, init));
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    if (answered.body) pipeline(Readable.fromWeb(answered.body as ReadableStream), response, () => undefined);
    else response.end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listening = await listenOnLoopback(server, at);
  return {
    url: `${listening.baseUrl}/mcp`,
    port: listening.port,
    posted,
    cut: () => server.closeAllConnections(),
    /** Tells who listens that there are other tools now. */
    toolsChanged: () => handler.notify.toolsChanged(),
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}
