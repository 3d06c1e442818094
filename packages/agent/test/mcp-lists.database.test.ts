import { mcpToolsSchema } from "@servicechat/contract/agent-file";
import { describe, expect, test } from "vitest";
import { createMcpServers } from "../src/tools/mcp/mcp-tools.ts";
import { startBackEnd } from "./back-end.ts";

interface Page {
  readonly tools: readonly string[];
  readonly nextCursor?: string;
}

/** A server of the 2025 protocol with a session. A number is an error's status, text an error of the protocol. */
async function startListServer(
  pageAt: (cursor: string | undefined, asked: number) => Page | number | string,
  { forgets }: { forgets?: number } = {},
) {
  let asked = 0;
  let isForgotten = false;
  const backEnd = await startBackEnd(({ method, body }, response) => {
    if (method !== "POST") return void response.writeHead(405).end();
    const sent = JSON.parse(body) as { id?: number; method: string; params?: { cursor?: string } };
    const answer = (fields: object) =>
      void response
        .writeHead(200, { "content-type": "application/json", "mcp-session-id": "s" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: sent.id, ...fields }));
    switch (sent.method) {
      case "initialize":
        return answer({
          result: {
            protocolVersion: "2025-06-18",
            capabilities: { tools: {} },
            serverInfo: { name: "s", version: "1" },
          },
        });
      case "tools/list": {
        asked += 1;
        const page = pageAt(sent.params?.cursor, asked);
        if (typeof page === "number") return void response.writeHead(page).end();
        if (typeof page === "string") return answer({ error: { code: -32_603, message: page } });
        const tools = page.tools.map((name) => ({
          name,
          inputSchema: { type: "object" },
          annotations: { readOnlyHint: true },
        }));
        return answer({ result: { ...page, tools } });
      }
      case "tools/call":
        if (forgets !== undefined && !isForgotten) {
          isForgotten = true;
          return void response.writeHead(forgets).end();
        }
        return answer({ result: { content: [{ type: "text", text: "ok" }] } });
      default:
        response.writeHead(sent.id === undefined ? 202 : 400).end();
    }
  });
  return { ...backEnd, asked: () => asked, [Symbol.asyncDispose]: () => backEnd[Symbol.asyncDispose]() };
}

type ListServer = Awaited<ReturnType<typeof startListServer>>;

async function toolsOf(server: ListServer) {
  const logged: object[] = [];
  const servers = createMcpServers({
    outbound: server.outbound,
    sources: { environment: {} },
    clock: { monotonicMs: () => performance.now() },
    patienceMs: 30_000,
    log: { warn: (detail) => logged.push(detail), error: (detail) => logged.push(detail) },
  });
  const tools = await servers.tools(
    "acme",
    [mcpToolsSchema.parse({ mcp: { url: `${server.url}/mcp` } })],
    [],
  );
  return { tools, names: tools.map(({ name }) => name), logged };
}

const pages = (cursor: string | undefined): number => Number(cursor ?? "0");

describe("a list of tools that goes wrong is as long as what came of it", () => {
  test("a cursor that comes twice ends it, and the log names the cursor", async () => {
    await using server = await startListServer(() => ({ tools: ["l"], nextCursor: "same" }));
    const { names, logged } = await toolsOf(server);
    expect(names).toEqual(["l"]);
    expect(server.asked()).toBeLessThan(4);
    expect(JSON.stringify(logged)).toContain("same");
  });

  test("cursors that go round end it", async () => {
    await using server = await startListServer((cursor) => {
      const page = pages(cursor);
      return { tools: [`tool${page}`], nextCursor: String((page + 1) % 3) };
    });
    expect((await toolsOf(server)).names).toEqual(["tool0", "tool1", "tool2"]);
  });

  test("a new cursor each time ends at a number of pages", async () => {
    await using server = await startListServer((cursor) => {
      const page = pages(cursor);
      return { tools: [`tool${page}`], nextCursor: String(page + 1) };
    });
    const { names, logged } = await toolsOf(server);
    expect(names).toHaveLength(60);
    expect(JSON.stringify(logged)).toContain("more than 60 pages");
  });

  test.each([
    ["an error of the protocol", "it is broken"],
    ["an error's status", 503],
  ] as const)("a later page that is %s ends it", async (_what, failure) => {
    await using server = await startListServer((cursor) =>
      cursor === undefined ? { tools: ["first"], nextCursor: "1" } : failure,
    );
    const { names, logged } = await toolsOf(server);
    expect(names).toEqual(["first"]);
    expect(JSON.stringify(logged)).toContain("page 2 could not be read");
  });

  test("a first page that fails is a server without tools", async () => {
    await using server = await startListServer(() => "it is broken");
    expect((await toolsOf(server)).names).toEqual([]);
  });

  test("an honest list is whole, each tool once", async () => {
    await using server = await startListServer((cursor) =>
      pages(cursor) < 4
        ? { tools: [`tool${pages(cursor)}`, "common"], nextCursor: String(pages(cursor) + 1) }
        : { tools: ["last"] },
    );
    const { names, logged } = await toolsOf(server);
    expect(names).toEqual(["tool0", "common", "tool1", "tool2", "tool3", "last"]);
    expect(logged).toEqual([]);
  });
});

test.each([400, 404, 410])(
  "a server that forgot the session, and says so by %s, is asked once more",
  async (forgets) => {
    await using server = await startListServer(() => ({ tools: ["l"] }), { forgets });
    const { tools } = await toolsOf(server);
    const { signal } = new AbortController();
    const outcome = await tools[0]?.run({}, { signal, progress: () => undefined });
    expect(outcome?.result).toContain("ok");
  },
);
