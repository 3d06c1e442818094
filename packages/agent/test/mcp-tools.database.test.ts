import { mcpToolsSchema } from "@servicechat/contract/agent-file";
import type { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Tool } from "../src/index.ts";
import { createMcpServers } from "../src/tools/mcp/mcp-tools.ts";
import { openLoopback, startBackEnd } from "./back-end.ts";
import { startEverythingServer } from "./everything-server.ts";
import { startMcpServer } from "./mcp-server.ts";

const canary = "mcp-canary-51d2e8";

/** The tools of a shop. */
function shop(server: McpServer): void {
  const inputSchema = z.object({ order: z.string() });
  const annotations = { readOnlyHint: true };
  server.registerTool(
    "orders.find",
    { title: "Finding the order", description: "Finds an order.", inputSchema, annotations },
    ({ order }) => ({
      content: [
        { type: "text", text: `Order ${order} was sent. Authorization was ${canary}` },
        { type: "resource_link", name: "track", title: "Follow it", uri: `https://shop.example/${order}` },
        { type: "resource_link", name: "inner", uri: "file:///etc/passwd" },
      ],
    }),
  );
  server.registerTool("cancel", { description: "Cancels an order.", inputSchema }, ({ order }) => ({
    isError: true,
    content: [{ type: "text", text: `Order ${order} has left already.` }],
  }));
}

/** The servers of a service with a manual clock, and its log. */
function openServers(environment: Record<string, string> = { MCP_TOKEN: canary }, patienceMs = 30_000) {
  const outbound = openLoopback();
  const logged: { detail: object; message: string }[] = [];
  const clock = { now: 1_000_000, monotonicMs: () => clock.now };
  const servers = createMcpServers({
    outbound,
    sources: { environment },
    clock,
    patienceMs,
    log: { warn: (detail, message) => logged.push({ detail, message }), error: vi.fn() },
  });
  return {
    clock,
    logged,
    said: () =>
      logged.map(({ detail, message }) => `${message} ${Object.values(detail).join(" ")}`).join("\n"),
    list: (mcp: object, rest: object = {}, taken: readonly string[] = []) =>
      servers.tools("acme", [mcpToolsSchema.parse({ mcp, ...rest })], taken),
    listAll: (...urls: readonly string[]) =>
      servers.tools(
        "acme",
        urls.map((url) => mcpToolsSchema.parse({ mcp: { url } })),
        ["search_knowledge"],
      ),
    [Symbol.asyncDispose]: () => outbound[Symbol.asyncDispose](),
  };
}

const headers = { Authorization: "Bearer ${MCP_TOKEN}" };
const context = () => ({ signal: new AbortController().signal, progress: vi.fn() });
const named = (tools: readonly Tool[], name: string) => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
};

test("names are made valid for providers, and never those of other tools", async () => {
  await using server = await startMcpServer(shop);
  await using other = await startMcpServer(shop);
  await using open = openServers();
  const tools = await open.listAll(server.url, other.url);
  expect(tools.map(({ name }) => name)).toEqual(["orders_find", "cancel", "orders_find_2", "cancel_2"]);
  const beside = await open.list({ url: server.url }, {}, ["cancel"]);
  expect(beside.map(({ name }) => name)).toEqual(["orders_find", "cancel_1"]);
});

test("only the tools that the agent file names are there", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers();
  const tools = await open.list({ url: server.url, only: ["orders.find", "no.such"] });
  expect(tools.map(({ name, title }) => [name, title])).toEqual([["orders_find", "Finding the order"]]);
});

test("the visitor is asked before a tool that does not say it only reads, or as the agent file says", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers();
  const asking = async (rest: object) =>
    (await open.list({ url: server.url }, rest)).filter(({ confirm }) => confirm).map(({ name }) => name);

  expect(await asking({})).toEqual(["cancel"]);
  expect(await asking({ confirm: true })).toEqual(["orders_find", "cancel"]);
  expect(await asking({ confirm: false })).toEqual([]);
  expect(await asking({ confirm: ["orders.find"] })).toEqual(["orders_find"]);
  const [, cancel] = await open.list({ url: server.url });
  expect(cancel?.confirm?.({ order: "A-1" })).toEqual({
    title: "cancel",
    request: "MCP tools/call cancel at /mcp",
    fields: [{ label: "Order", value: "A-1" }],
    headers: [],
    body: '{"order":"A-1"}',
  });
});

test("a result is text for the model and links for the visitor; a failure tells the model why", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers({});
  const tools = await open.list({ url: server.url });
  const found = await named(tools, "orders_find").run({ order: "A-1" }, context());
  expect(found.rows).toEqual([{ title: "Follow it", url: "https://shop.example/A-1", status: "found" }]);
  expect(JSON.parse(found.result)).toMatchObject({
    content: [expect.stringContaining("Order A-1"), expect.anything(), expect.anything()],
  });
  const failure = await named(tools, "cancel")
    .run({ order: "A-1" }, context())
    .catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ name: "ToolError" });
  expect((failure as { forModel(): string }).forModel()).toContain("Order A-1 has left already.");
});

test("secrets are sent with every request, and hidden where a server repeats them", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers();
  const tools = await open.list({ url: server.url, headers });
  const { result } = await named(tools, "orders_find").run({ order: "A-1" }, context());
  expect(server.posted.map(({ headers: sent }) => sent.authorization)).toEqual(
    server.posted.map(() => `Bearer ${canary}`),
  );
  expect(result).toContain("Authorization was [secret]");
  expect(result).not.toContain(canary);
});

test("a secret that is missing is named in the log, and nothing is asked", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers({});
  expect(await open.list({ url: server.url, headers })).toEqual([]);
  expect(server.posted).toEqual([]);
  expect(open.said()).toContain("MCP_TOKEN");
});

test("a call that the visitor stops is stopped at the server too, and the connection stays good", async () => {
  const stopped = Promise.withResolvers<void>();
  await using server = await startMcpServer((each) => {
    shop(each);
    each.registerTool("wait", { description: "Waits." }, async ({ mcpReq }) => {
      await new Promise<void>((resolve) => mcpReq.signal.addEventListener("abort", () => resolve()));
      stopped.resolve();
      return { content: [] };
    });
  });
  await using open = openServers();
  const tools = await open.list({ url: server.url });
  const controller = new AbortController();
  const waiting = named(tools, "wait").run({}, { signal: controller.signal, progress: vi.fn() });
  await expect.poll(() => server.posted.at(-1)?.method).toBe("tools/call");
  controller.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow();
  await stopped.promise;
  expect((await named(tools, "orders_find").run({ order: "A" }, context())).result).toContain("Order A");
  expect(server.posted.filter(({ method }) => method === "server/discover")).toHaveLength(1);
});

test("the list is read once for all replies and agents, and again when it is old", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers();
  const lists = () => server.posted.filter(({ method }) => method === "tools/list").length;
  for (let reply = 0; reply < 5; reply++) await open.list({ url: server.url });
  expect(lists()).toBe(1);
  open.clock.now += 300_000;
  expect(await open.list({ url: server.url })).toHaveLength(2);
  await expect.poll(() => lists()).toBe(2);
});

test("the list is read again as soon as the server says that it has changed", async () => {
  let wares = ["lamp"];
  await using server = await startMcpServer((each) => {
    for (const ware of wares)
      each.registerTool(ware, { description: "Sells it.", inputSchema: z.object({}) }, () => ({
        content: [],
      }));
  });
  await using open = openServers();
  const names = async () => (await open.list({ url: server.url })).map(({ name }) => name);
  expect(await names()).toEqual(["lamp"]);
  expect(await names()).toEqual(["lamp"]);
  expect(server.posted.filter(({ method }) => method === "tools/list")).toHaveLength(1);

  wares = ["lamp", "desk"];
  // Again and again, since only those hear it who listen already.
  const namesOnceTold = () => {
    server.toolsChanged();
    return names();
  };
  await expect.poll(namesOnceTold).toEqual(["lamp", "desk"]);

  // A stream that was cut is reopened when the list is read again because of its age.
  const listening = () => server.posted.filter(({ method }) => method === "subscriptions/listen").length;
  server.cut();
  const listeningOnceRead = async () => {
    open.clock.now += 300_000;
    await names();
    return listening();
  };
  await expect.poll(listeningOnceRead).toBe(2);
  wares = ["desk"];
  await expect.poll(namesOnceTold).toEqual(["desk"]);
});

describe("a server that is down", () => {
  test("has no tools, says so in the log once, is left alone for half a minute, and is there again after it", async () => {
    await using open = openServers();
    const gone = await startMcpServer(shop);
    await gone[Symbol.asyncDispose]();

    expect(await open.list({ url: gone.url })).toEqual([]);
    expect(open.said()).toMatch(/^an MCP server is unavailable .*127\.0\.0\.1/);
    await using _back = await startMcpServer(shop, gone.port);
    open.clock.now += 29_999;
    expect(await open.list({ url: gone.url })).toEqual([]);
    expect(open.logged).toHaveLength(1);
    open.clock.now += 1;
    expect(await open.list({ url: gone.url })).toHaveLength(2);
  });

  test("does not take the tools of others with it", async () => {
    await using open = openServers();
    await using server = await startMcpServer(shop);
    const gone = await startMcpServer(shop);
    await gone[Symbol.asyncDispose]();
    expect(await open.listAll(gone.url, server.url)).toHaveLength(2);
  });

  test("or silent is waited for only so long, and its list serves the next reply", async () => {
    let answer = () => {};
    await using silent = await startBackEnd((_, response) => (answer = () => response.destroy()));
    await using open = openServers({}, 200);
    expect(await open.list({ url: `${silent.url}/mcp` })).toEqual([]);
    expect(open.said()).toContain("no list of tools within");
    await expect.poll(() => silent.asked).toHaveLength(1);
    answer();
  });

  test("in the middle is a failed use whose log line holds no secret, and its tools are gone from the next reply", async () => {
    await using open = openServers();
    const server = await startMcpServer(shop);
    const tools = await open.list({ url: server.url, headers });
    await server[Symbol.asyncDispose]();
    const failure = await named(tools, "orders_find").run({ order: "A" }, context()).catch(String);
    expect(failure).not.toContain(canary);
    expect(await open.list({ url: server.url, headers })).toEqual([]);
    expect(open.said()).not.toContain(canary);
  });

  test("and was restarted is reconnected to within the same use", async () => {
    await using open = openServers();
    const before = await startEverythingServer();
    const tools = await open.list({ url: before.url });
    await before[Symbol.asyncDispose]();
    await using _after = await startEverythingServer(before.port);
    const { result } = await named(tools, "echo").run({ message: "again" }, context());
    expect(result).toContain("Echo: again");
  });
});

test.each([
  [404, "text/html", "<h1>Not here</h1>"],
  [200, "text/html", "<h1>Hello</h1>"],
  [200, "application/json", "{oops"],
  [401, "application/json", `{"error":"bad token ${canary}"}`],
  [500, "text/plain", canary],
])(
  "an address that answers with %i and %s has no tools, and the log holds no secret",
  async (status, type, body) => {
    await using wrong = await startBackEnd((_, response) =>
      response.writeHead(status, { "content-type": type }).end(body),
    );
    await using open = openServers();
    expect(await open.list({ url: wrong.url, headers })).toEqual([]);
    expect(open.said()).toContain("an MCP server is unavailable");
    expect(open.said()).not.toContain(canary);
  },
);

test("a server at an address that is not public has no tools unless its network is allowed", async () => {
  await using server = await startMcpServer(shop);
  await using open = openServers();
  const url = `http://[::ffff:127.0.0.1]:${server.port}/mcp`;
  expect(await open.list({ url })).toEqual([]);
  expect(server.posted).toEqual([]);
  expect(open.said()).toContain("not a public address");
});
