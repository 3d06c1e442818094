import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startModelServer, words } from "../support/model-server.ts";
import type { ModelStep } from "../support/model-server.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startShop } from "../support/start-shop.ts";
import { ask, history } from "../support/visitor.ts";

const canary = "canary-9f3e61c7-secret";
/** The forms in which the canary may be written somewhere. */
const forms = [
  canary,
  Buffer.from(canary).toString("base64"),
  Buffer.from(`Bearer ${canary}`).toString("base64"),
];

/** A server that repeats everything it was sent, and refuses. */
async function startEchoServer() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization ?? "");
    const status = request.url === "/refused" ? 422 : 200;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(request.headers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Calls one tool for each message of the visitor. */
async function startCallingModel(calls: readonly ModelStep[]) {
  let next = 0;
  return startModelServer(({ messages }) => {
    const call = calls[next];
    if (messages.at(-1)?.role !== "user" || !call) return words("That is what I found.");
    next++;
    return [call];
  });
}

test("secrets of tools are in no model request, event, history, log line or file, whatever servers do with them", async () => {
  await using shop = await startShop(canary);
  await using echo = await startEchoServer();
  const headers = { Authorization: "Bearer ${SHOP_TOKEN}" };
  const echoing = (name: string, url: string) => ({ name, description: "Echoes.", http: { url, headers } });
  const shopTools = (shop.agent["tools"] as readonly unknown[]).map((tool) =>
    typeof tool === "object" ? { ...tool, confirm: false } : tool,
  );
  const tools = [
    ...shopTools,
    echoing("echo", `${echo.url}/`),
    echoing("refused", `${echo.url}/refused`),
    echoing("nobody", "http://127.0.0.1:9/"),
    echoing("inside", "http://10.0.0.1/"),
    { mcp: { url: `${echo.url}/mcp`, headers } },
  ];
  const calls = [
    { tool: "order_status", input: { order: "A-1002" } },
    { tool: "request_return", input: { order: "A-1001", reason: "too small" } },
    { tool: "stock", input: { product: "tent" } },
    { tool: "put_aside", input: { product: "stove" } },
    { tool: "echo", input: {} },
    { tool: "refused", input: {} },
    { tool: "nobody", input: {} },
    { tool: "inside", input: {} },
  ];
  await using model = await startCallingModel(calls);
  await using service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m" },
    agent: { tools, identity: shop.agent["identity"] },
    settings: {
      SHOP_TOKEN: canary,
      SHOP_IDENTITY_SECRET: `${canary} of the site, which signs with it`,
      SERVICECHAT_ALLOWED_NETWORKS: "127.0.0.1/32",
      SERVICECHAT_LOG_LEVEL: "trace",
    },
  });
  await service.start();

  const heard: unknown[] = [];
  let token = "";
  for (const { tool } of calls) {
    const reply = await ask(service, `Please use ${tool}.`, token ? { token } : {});
    expect(reply.events.at(-1)?.event).toBe("done");
    heard.push(reply.events);
    token = reply.token || token;
  }
  heard.push(await history(service, token));
  const { log } = await service.end("SIGTERM");

  expect(statusesOfTools(heard.at(-1))).toEqual([
    ...Array.from({ length: 3 }, () => "succeeded"),
    "failed",
    "succeeded",
    ...Array.from({ length: 3 }, () => "failed"),
  ]);
  expect(await shop.returns()).toEqual([{ number: "R-1", order: "A-1001", reason: "too small" }]);
  expect(echo.heard.filter((authorization) => authorization === `Bearer ${canary}`).length).toBeGreaterThan(
    1,
  );
  const data = join(service.dataDirectory, "data");
  const files = await readdir(data);
  expect(files.length).toBeGreaterThan(0);
  const stored = await Promise.all(files.map((file) => readFile(join(data, file), "latin1")));
  expect(stored.join("")).toContain("Please use echo.");
  expect(log).toContain("a tool failed");
  expect(log).toContain("an MCP server is unavailable");
  const everywhere = [JSON.stringify(model.asked), JSON.stringify(heard), log, ...stored].join("\n");
  expect(forms.filter((form) => everywhere.includes(form))).toEqual([]);
  expect(everywhere).toContain("[secret]");
});

/** The status of each use of a tool in a history, wherever it is; its rows have their own statuses. */
function statusesOfTools(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, status } = value as { readonly type?: unknown; readonly status?: unknown };
  return type === "tool" ? [status] : Object.values(value).flatMap(statusesOfTools);
}
