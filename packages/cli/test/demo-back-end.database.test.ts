import { createServer, type IncomingHttpHeaders } from "node:http";
import type { Outbound, OutboundRequest } from "@servicechat/outbound";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../../../test/support/listen-on-loopback.ts";
import { isShopBackEnd, reachShopBackEnd } from "../src/demo/demo-back-end.ts";

const publicUrl = "https://chat.example";

/** A service with the demo, the requests it receives, and the tools' access to it. */
async function start({ host = "127.0.0.1" }: { readonly host?: string } = {}) {
  await using stack = new AsyncDisposableStack();
  const heard: { line: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    heard.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const leadsOn = request.url?.endsWith("/1") === true;
    response.writeHead(leadsOn ? 302 : 200, leadsOn ? { location: "/demo/shop/orders/2" } : {}).end("{}");
  });
  const { baseUrl } = stack.use(await listenOnLoopback(server));
  const others: OutboundRequest[] = [];
  const outbound: Outbound = {
    request: (request) => {
      others.push(request);
      return Promise.reject(new Error("asked elsewhere"));
    },
    fetch: () => Promise.reject(new Error("fetched elsewhere")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const settings = { publicUrl, host, port: Number(new URL(baseUrl).port) };
  const reaching = stack.use(reachShopBackEnd(outbound, settings, "canary-secret"));
  const ask = (url: string, more: Partial<OutboundRequest> = {}) =>
    reaching.request({ url, timeoutMs: 5000, maxBytes: 1000, maxRedirects: 5, ...more });
  const kept = stack.move();
  return { heard, others, ask, reaching, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test.each(["127.0.0.1", "0.0.0.0", "localhost"])(
  "requests to the shop's back end reach the service itself, which listens on %s, with its secret",
  async (host) => {
    await using service = await start({ host });
    const answer = await service.ask(`${publicUrl}/demo/shop/deliveries/1042?a=b`, {
      method: "POST",
      headers: { authorization: "Bearer somebody-else", "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(200);
    expect(service.heard).toMatchObject([
      { line: "POST /demo/shop/deliveries/1042?a=b", headers: { authorization: "Bearer canary-secret" } },
    ]);
    expect(service.others).toEqual([]);
  },
);

test("redirects of the back end are not followed", async () => {
  await using service = await start();
  expect((await service.ask(`${publicUrl}/demo/shop/orders/1`)).status).toBe(302);
  expect(service.heard).toHaveLength(1);
});

test("all other addresses are reached in the usual way, without exception and without the secret", async () => {
  await using service = await start();
  const addresses = [
    `${publicUrl}/demo/shop`,
    `${publicUrl}/demo/shopping/orders/1042`,
    `${publicUrl}/demo/shop/../../chat-bot/config`,
    `${publicUrl}/demo/shop/%2e%2e/docs/README.md`,
    `${publicUrl}/metrics`,
    "https://chat.example.evil.example/demo/shop/orders/1042",
    "https://chat.example@evil.example/demo/shop/orders/1042",
    "http://chat.example/demo/shop/orders/1042",
    "http://127.0.0.1/demo/shop/orders/1042",
    "/demo/shop/orders/1042",
  ];
  for (const url of addresses) await expect(service.ask(url), url).rejects.toThrow("asked elsewhere");
  await expect(service.reaching.fetch(`${publicUrl}/demo/shop/orders/1042`)).rejects.toThrow("elsewhere");

  expect(service.others.map(({ url }) => url)).toEqual(addresses);
  expect(JSON.stringify(service.others)).not.toContain("canary");
  expect(service.heard).toEqual([]);
});

test("addresses are compared in the form in which they are requested", () => {
  expect(isShopBackEnd("HTTPS://Chat.Example:443/demo/shop/orders/7", publicUrl)).toBe(true);
  expect(isShopBackEnd("https://chat.example:444/demo/shop/orders/7", publicUrl)).toBe(false);
});
