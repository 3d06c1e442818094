// The shop's MCP server: shows what is in stock, and reserves items.
import { Readable } from "node:stream";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";

const stock = new Map([
  ["tent", 3],
  ["stove", 0],
  ["peg", 250],
]);

const product = { type: "string", enum: [...stock.keys()], description: "What it is" };
const inputSchema = fromJsonSchema({ type: "object", properties: { product }, required: ["product"] });

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  server.registerTool(
    "stock",
    {
      title: "Checking the stock",
      description: "Says how many of a product are in stock.",
      inputSchema,
      // With this, the visitor is not asked before the tool is used.
      annotations: { readOnlyHint: true },
    },
    ({ product }) => ({ content: [{ type: "text", text: `${stock.get(product)} in stock` }] }),
  );
  server.registerTool(
    "put_aside",
    {
      title: "Putting one aside",
      description: "Puts one of a product aside for the visitor, until the evening.",
      inputSchema,
    },
    ({ product }) => {
      const left = stock.get(product) ?? 0;
      if (left === 0) return { isError: true, content: [{ type: "text", text: "None is left." }] };
      stock.set(product, left - 1);
      return { content: [{ type: "text", text: "One is put aside." }] };
    },
  );
  return server;
});

/** Answers one request at `/mcp`. */
export async function answerMcp(request, response, body) {
  const { method, headers, url } = request;
  const asked = new Request(`http://${headers.host}${url}`, { method, headers, ...(body && { body }) });
  const answered = await handler.fetch(asked);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  if (answered.body) Readable.fromWeb(answered.body).pipe(response);
  else response.end();
}
