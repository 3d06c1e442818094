import { request } from "node:http";
import { createClient } from "@servicechat/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer } from "../support/model-server.ts";
import type { ModelServer } from "../support/model-server.ts";
import { readMetrics } from "../support/read-metrics.ts";
import { spawnService } from "../support/spawn-service.ts";
import type { SpawnedService } from "../support/spawn-service.ts";
import { shop } from "../support/start-service.ts";
import { askOverHttp2, setUpNginx, startCaddy, whyNo } from "./start-proxy.ts";
import type { Proxy } from "./start-proxy.ts";

const noNginx = whyNo("nginx");
const noCaddy = whyNo("caddy");
const body = JSON.stringify({ messages: [{ type: "text", block: { value: "hello" } }] });

/**
 * Makes a model write its next word only when the previous one has arrived, or after a second: then it was held back.
 */
function waitForArrivals(model: ModelServer) {
  const heldBack: string[] = [];
  let answer = "";
  async function arrival(word: string): Promise<void> {
    for (let waited = 0; !answer.includes(word); waited += 10) {
      if (waited >= 1_000) return void heldBack.push(word);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  model.answer(function* speak() {
    for (const word of ["first", "second", "third", "fourth"]) {
      yield word;
      yield { until: arrival(word) };
    }
  });
  return {
    /** The words that did not arrive before the next one was written. */
    heldBack,
    /** Call this with the answer received so far. */
    arrived: (text: string) => void (answer = text),
  };
}

async function startedService(model: ModelServer, limits: object = {}): Promise<SpawnedService> {
  const service = await spawnService({
    model: { provider: "openai", baseUrl: model.baseUrl, name: "m", ...limits },
  });
  await service.start();
  return service;
}

/** A service whose console has its own host. */
async function serviceWithConsoleHost(): Promise<SpawnedService> {
  const service = await spawnService({
    model: { provider: "extractive" },
    settings: {
      SERVICECHAT_PUBLIC_URL: "https://chat.example.com",
      SERVICECHAT_CONSOLE_URL: "https://console.example.com",
    },
  });
  await service.start();
  return service;
}

/** What each host serves: the chat's has no console, and the console's nothing else. */
const hosts = [
  ["console.example.com", "/console/api/me", 401],
  ["console.example.com", "/console/api/openapi.json", 200],
  ["console.example.com", "/chat-bot/config", 404],
  ["console.example.com", "/metrics", 404],
  ["chat.example.com", "/console/api/me", 404],
  ["chat.example.com", "/launcher.js", 200],
] as const;

const headersOf = ({ key }: SpawnedService) => ({
  authorization: `Bearer ${key}`,
  origin: shop,
  "content-type": "application/json",
  "accept-encoding": "gzip, deflate, br",
});

/** The part of `fetch` that the client uses, over HTTP/2 and with the example's certificate. */
function fetchThrough(proxy: Proxy): typeof fetch {
  return async (path, init) => {
    let text = "";
    const headers = {
      ...Object.fromEntries(new Headers(init?.headers)),
      ":path": path as string,
      origin: shop,
    };
    const answered = await askOverHttp2(proxy, { headers, onText: (piece) => (text += piece) });
    const type = String(answered["content-type"]);
    return new Response(text, { status: Number(answered[":status"]), headers: { "content-type": type } });
  };
}

/** The status of a response to a request for a host name that does not resolve. */
function askAt(port: number, host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on("error", reject);
    asking.end();
  });
}

const portOf = ({ baseUrl }: SpawnedService) => Number(new URL(baseUrl).port);

describe.skipIf(noNginx)(`examples/deploy/nginx.conf${noNginx ? ` (${noNginx})` : ""}`, () => {
  const ending = new AsyncDisposableStack();
  let model: ModelServer;
  let service: SpawnedService;
  let proxy: Proxy;

  beforeAll(async () => {
    model = ending.use(await startModelServer());
    service = ending.use(await startedService(model, { maxOutputTokens: 1_000_000 }));
    proxy = ending.use(await ending.use(await setUpNginx(portOf(service))).start());
  });
  afterAll(() => ending.disposeAsync());

  test("is accepted by nginx", async () => {
    using nginx = await setUpNginx(9);
    const { status, stderr } = nginx.check();
    expect(stderr).toContain("test is successful");
    expect(status).toBe(0);
  });

  test("passes an answer on over HTTP/2 while it is written, and does not expose the service's metrics", async () => {
    const { heldBack, arrived } = waitForArrivals(model);
    let text = "";

    const answered = await askOverHttp2(proxy, {
      headers: { ":method": "POST", ":path": "/chat-bot/", ...headersOf(service) },
      body,
      onText(piece) {
        text += piece;
        arrived(text);
      },
    });

    expect(answered).toMatchObject({ ":status": 200, "access-control-allow-origin": shop });
    expect(answered).not.toHaveProperty("content-encoding");
    expect(heldBack).toEqual([]);
    expect(text).toMatch(/"fourth".*event: done/s);
    const refused = await askOverHttp2(proxy, { headers: { ":path": "/metrics" } });
    expect(refused).toMatchObject({ ":status": 404 });
    // Every response of the service has one, so this request never reached it.
    expect(refused).not.toHaveProperty("x-request-id");
  });

  test("reads no more of an answer than its reader does, so that the service notices slow readers", async () => {
    // More than all socket buffers on the way can hold, and as long as an answer may be.
    const pieces = Array.from({ length: 122 }, () => "x".repeat(65_536));
    model.answer(() => pieces);
    const replies = async () => (await readMetrics(service)).above0("servicechat_replies_total");
    const { 'status="complete"': before = 0 } = await replies();

    async function readerIsBehind(): Promise<void> {
      await expect.poll(replies).toEqual({ 'status="complete"': before + 1 });
      for (let round = 0; round < 20; round++) {
        expect((await readMetrics(service)).values.get("servicechat_open_streams")).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    let text = "";
    const headers = { ":method": "POST", ":path": "/chat-bot/", ...headersOf(service) };
    const onText = (piece: string) => (text += piece);
    await askOverHttp2(proxy, { headers, body, onText, readAfter: readerIsBehind() });

    expect(text).toMatch(/event: done\s+id: .*\s+data: \{\}\s+$/);
    expect(text.length).toBeGreaterThan(pieces.join("").length);
  });

  test("responds while the service restarts in a way that the client treats as a lost connection", async () => {
    const client = createClient({ baseUrl: "", key: service.key, fetch: fetchThrough(proxy) });
    await service.end("SIGTERM");

    await expect(client.agent()).rejects.toMatchObject({ status: 502, code: "network", lost: true });
    await service.start();
    await expect(client.agent()).resolves.toMatchObject({ name: "Acme" });
  });
});

describe.skipIf(noNginx)("examples/deploy/console.nginx.conf", () => {
  test("serves the console on its own host, and not on the chat's", async () => {
    await using own = await serviceWithConsoleHost();
    using nginx = await setUpNginx(portOf(own));
    await using proxy = await nginx.start();
    for (const [host, path, status] of hosts) {
      const answered = await askOverHttp2(proxy, { headers: { ":authority": host, ":path": path } });
      expect([host, path, answered[":status"]]).toEqual([host, path, status]);
    }
  });
});

describe.skipIf(noCaddy)("examples/deploy/console.Caddyfile", () => {
  test("serves the console on its own host", async () => {
    await using own = await serviceWithConsoleHost();
    await using proxy = await startCaddy(portOf(own));
    for (const [host, path, status] of hosts.filter(([name]) => name.startsWith("console"))) {
      const answered = await askAt(proxy.port, host, path);
      expect([host, path, answered]).toEqual([host, path, status]);
    }
  });
});

describe.skipIf(noCaddy)(`examples/deploy/Caddyfile${noCaddy ? ` (${noCaddy})` : ""}`, () => {
  test("passes an answer on while it is written", async () => {
    await using model = await startModelServer();
    await using service = await startedService(model);
    await using proxy = await startCaddy(portOf(service));
    const { heldBack, arrived } = waitForArrivals(model);
    const answer = await fetch(`http://127.0.0.1:${proxy.port}/chat-bot/`, {
      method: "POST",
      headers: headersOf(service),
      body,
    });
    let text = "";
    for await (const piece of answer.body ?? []) {
      text += new TextDecoder().decode(piece as Uint8Array);
      arrived(text);
    }
    expect(answer.headers.get("access-control-allow-origin")).toBe(shop);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(heldBack).toEqual([]);
    expect(text).toMatch(/"fourth".*event: done/s);
  });

  test("does not expose the service's metrics", async () => {
    await using model = await startModelServer();
    await using service = await startedService(model);
    await using proxy = await startCaddy(portOf(service));
    const refused = await fetch(`http://127.0.0.1:${proxy.port}/metrics`);
    expect(refused.status).toBe(404);
    // Every response of the service has one, so this request never reached it.
    expect(refused.headers.has("x-request-id")).toBe(false);
  });

  test("makes requests wait while the service restarts", async () => {
    await using model = await startModelServer();
    await using service = await startedService(model);
    await using proxy = await startCaddy(portOf(service));
    const headers = headersOf(service);
    await service.end("SIGTERM");

    const asked = fetch(`http://127.0.0.1:${proxy.port}/chat-bot/config`, { headers });
    await service.start();

    expect((await asked).status).toBe(200);
  });
});
