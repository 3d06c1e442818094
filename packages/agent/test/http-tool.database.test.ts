import { httpToolSchema } from "@servicechat/contract/agent-file";
import type { Outbound, OutboundRequest } from "@servicechat/outbound";
import { expect, test } from "vitest";
import { createHttpTool } from "../src/tools/http/http-tool.ts";
import { startBackEnd } from "./back-end.ts";

const inputSchema = { type: "object", properties: { order: { type: "string" } } };

const own = { agentId: "acme", sources: { environment: {} } };

async function toolOf(http: object, extra: object = {}) {
  await using backEnd = await startBackEnd(() => undefined);
  const definition = httpToolSchema.parse({
    name: "return_order",
    title: "Requesting the return",
    description: "Returns.",
    inputSchema,
    http,
    ...extra,
  });
  return createHttpTool(definition, { outbound: backEnd.outbound, ...own });
}

test("whatever does not only read asks the visitor first, showing the exact request without its secrets", async () => {
  const http = {
    method: "POST",
    url: "https://shop.example/returns/{order}",
    headers: {
      Authorization: "Bearer ${TOKEN}",
      "X-Shop": "${SHOP}",
      "X-Api-Key": "in-plain-words",
      "X-Customer": "{user.id}",
      "Accept-Language": "en",
    },
    body: { order: "{order}" },
  };
  const tool = await toolOf(http);
  expect(tool.confirm?.({ order: "A 1" })).toEqual({
    title: "Requesting the return",
    request: "POST https://shop.example/returns/A%201",
    host: "shop.example",
    fields: [{ label: "Order", value: "A 1" }],
    headers: [
      { name: "accept", value: "application/json, text/*;q=0.9, image/*;q=0.8" },
      { name: "user-agent", value: "ServiceChat" },
      { name: "content-type", value: "application/json" },
      { name: "authorization" },
      { name: "x-shop" },
      { name: "x-api-key" },
      { name: "x-customer", value: "{user.id}" },
      { name: "accept-language", value: "en" },
    ],
    body: '{"order":"A 1"}',
  });
});

test("a reading does not ask, and the agent file decides otherwise for both", async () => {
  const get = { url: "https://shop.example/{order}" };
  expect((await toolOf(get)).confirm).toBeUndefined();
  expect((await toolOf({ ...get, method: "DELETE" }, { confirm: false })).confirm).toBeUndefined();
  const asking = await toolOf(get, { confirm: true });
  expect(asking.confirm?.({ order: "1" })).toMatchObject({ request: "GET https://shop.example/1" });
});

test("what makes no request is not asked about, and makes none when run", async () => {
  const tool = await toolOf({ method: "POST", url: "https://shop.example/{order}" });
  expect(tool.confirm?.({ order: ".." })).toBeUndefined();
  const context = { signal: new AbortController().signal, progress: () => undefined };
  await expect(tool.run({ order: ".." }, context)).rejects.toThrow(
    "input/order cannot be used in the address",
  );
});

test("an image is passed on to the visitor, and the model is told so; a drawing with scripts is not", async () => {
  const png = Buffer.from("89504e470d0a1a0a", "hex");
  await using backEnd = await startBackEnd(({ path }, response) =>
    response.writeHead(200, { "content-type": path === "/1" ? "image/png" : "image/svg+xml" }).end(png),
  );
  const definition = httpToolSchema.parse({
    name: "photo",
    description: "A photo.",
    inputSchema,
    http: { url: `${backEnd.url}/{order}` },
  });
  const tool = createHttpTool(definition, { outbound: backEnd.outbound, ...own });
  const context = { signal: new AbortController().signal, progress: () => undefined };
  const photo = await tool.run({ order: "1" }, context);
  expect(photo.images).toEqual([{ bytes: png, alt: "photo" }]);
  expect(photo.result).toContain("image/png");
  expect((await tool.run({ order: "2" }, context)).images).toBeUndefined();
});

test("an answer that leads to another server is not followed, even where the service allows it", async () => {
  await using backEnd = await startBackEnd(() => undefined);
  const asked: OutboundRequest[] = [];
  const outbound: Outbound = {
    ...backEnd.outbound,
    async request(request) {
      asked.push(request);
      return { url: request.url, status: 204, headers: {}, body: new Uint8Array() };
    },
  };
  const definition = httpToolSchema.parse({
    name: "order_status",
    description: "Finds an order.",
    inputSchema,
    http: { url: "https://shop.example/{order}" },
  });
  const tool = createHttpTool(definition, { outbound, ...own });
  await tool.run({ order: "1" }, { signal: new AbortController().signal, progress: () => undefined });
  const mayFollow = (to: string) => asked[0]?.mayFollow?.(new URL(to));
  expect(mayFollow("https://shop.example/moved")).toBe(true);
  for (const to of ["https://www.shop.example/1", "https://shop.example:8443/1", "http://shop.example/1"])
    expect([to, mayFollow(to)]).toEqual([to, false]);
});
