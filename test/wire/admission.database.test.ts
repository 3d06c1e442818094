import { describe, expect, test } from "vitest";
import { eraseChats } from "../support/list-chats.ts";
import { onOneNode } from "../support/on-one-node.ts";
import { shop, startService } from "../support/start-service.ts";
import { rawRequest } from "../support/raw-request.ts";

const endpoints = [
  ["GET", "/chat-bot/config"],
  ["POST", "/chat-bot/"],
  ["GET", "/chat-bot/history"],
  ["GET", "/chat-bot/agent"],
  ["GET", "/chat-bot/stream"],
  ["POST", "/chat-bot/stop"],
  ["DELETE", "/chat-bot/session"],
] as const;

describe.each(endpoints)("%s %s", (method, path) => {
  test("a missing key is answered with 401 and names the scheme", async () => {
    await using service = await startService();
    const response = await fetch(service.baseUrl + path, { method, headers: { Origin: shop } });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await response.json()).toMatchObject({ status: 401, code: "key_missing", retryable: false });
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  });

  test("unknown and revoked keys get the same 401", async () => {
    await using service = await startService();
    await service.storage.keys.revoke(service.keyId, Date.now());

    const bodies = await Promise.all(
      [service.key, "ak_doesnotexist_aaaaaaaaaaaaaaaaaaaa", "nonsense"].map(async (key) => {
        const response = await service.fetch(path, { method, headers: { Authorization: `Bearer ${key}` } });
        expect(response.status).toBe(401);
        const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>;
        return body;
      }),
    );

    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test("Promise 26: a missing, null, malformed or foreign origin is answered with 403", async () => {
    await using service = await startService();
    const origins = [
      "null",
      "https://evil.example",
      "https://shop.example:443",
      "https://SHOP.example",
      "https://shop.example/",
      "",
    ];
    for (const origin of origins) {
      const response = await service.fetch(path, { method, headers: { Origin: origin } });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(await response.json()).toMatchObject({ code: "origin_not_allowed" });
    }
    const without = await fetch(service.baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${service.key}` },
    });
    expect(without.status).toBe(403);
  });

  test("a preflight needs no key, is not counted, and lists every header", async () => {
    await using service = await startService({ rateLimit: 1 });
    for (let round = 0; round < 3; round++) {
      const response = await fetch(service.baseUrl + path, { method: "OPTIONS", headers: { Origin: shop } });
      expect(response.status).toBe(204);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(shop);
      expect(response.headers.get("Access-Control-Allow-Headers")).toBe(
        "Authorization, Content-Type, Accept, X-Session-Token, X-Embed-Ticket, Idempotency-Key, Last-Event-ID, X-User-Token",
      );
      expect(response.headers.get("Access-Control-Max-Age")).toBe("7200");
      expect(response.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    }
    expect((await service.fetch("/chat-bot/agent")).status).toBe(200);
  });

  test("a preflight allows what a page adds to its requests, and nothing that is no header", async () => {
    await using service = await startService();
    const preflight = async (asked: string) => {
      const headers = { Origin: shop, "Access-Control-Request-Headers": asked };
      const response = await fetch(service.baseUrl + path, { method: "OPTIONS", headers });
      return (response.headers.get("Access-Control-Allow-Headers") ?? "").split("X-User-Token")[1];
    };
    expect(await preflight("authorization,traceparent,x-extra")).toBe(", traceparent, x-extra");
    expect(await preflight("authorization")).toBe("");
    expect(await preflight(`x y,,é, "z", ${"a".repeat(101)},b`)).toBe(", b");
  });

  test("a key that has used up its minute gets 429 on every endpoint, with the waiting time", async () => {
    await using service = await startService({ rateLimit: 1 });
    await service.fetch("/chat-bot/agent");

    const response = await service.fetch(path, { method });

    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      code: "rate_limited",
      type: expect.stringMatching(/#quota-exceeded$/) as string,
    });
    const wait = Number(response.headers.get("Retry-After"));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(response.headers.get("RateLimit")).toBe(`"key";r=0;t=${wait}`);
    expect(response.headers.get("RateLimit-Policy")).toBe('"key";q=1;w=60');
  });

  test("a method that the path does not support is 405, after admission", async () => {
    await using service = await startService();
    const response = await service.fetch(path, { method: "PATCH" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toContain(method);
    const stranger = await fetch(service.baseUrl + path, { method: "PATCH" });
    expect(stranger.status).toBe(401);
    // Browsers send no preflight for a path that is not an endpoint of the chat.
    const preflight = await fetch(`${service.baseUrl}/healthz`, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  });
});

onOneNode("all endpoints", (nodes) => {
  test("Promise 19: every response to a key gives the limit, what is left and when it resets", async () => {
    await using service = await startService({ nodes, rateLimit: 60 });
    const answers = [
      await service.fetch("/chat-bot/config"),
      await service.fetch("/chat-bot/history"),
      await service.fetch("/chat-bot/", { method: "POST" }),
      await service.fetch("/chat-bot/agent", { headers: { Origin: "https://evil.example" } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 415, 403]);
    expect(answers.map(({ headers }) => headers.get("RateLimit-Policy"))).toEqual(
      Array(4).fill('"key";q=60;w=60'),
    );
    expect(answers.map(({ headers }) => /r=(\d+);t=\d+$/.exec(headers.get("RateLimit") ?? "")?.[1])).toEqual([
      "59",
      "58",
      "57",
      "57",
    ]);
  });

  test("Promise 20: refused requests create nothing, call no model and do not count", async () => {
    await using service = await startService({ nodes, rateLimit: 60 });
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: "hi" } }] });
    const post = (headers: Record<string, string>) =>
      service.fetch("/chat-bot/", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body,
      });

    expect((await post({ Authorization: "Bearer ak_x_y" })).status).toBe(401);
    expect((await post({ Origin: "https://evil.example" })).status).toBe(403);
    expect((await service.fetch("/chat-bot/agent")).headers.get("RateLimit")).toMatch(/r=59;/);
    expect(service.model.asked).toEqual([]);
    expect(await eraseChats(service.storage)).toBe(0);
  });

  test("every response can be read by the page: errors too echo the origin and expose the headers", async () => {
    await using service = await startService({ nodes });
    for (const path of ["/chat-bot/config", "/chat-bot/history", "/nowhere"]) {
      const response = await service.fetch(path, { headers: { Origin: "https://evil.example" } });
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("https://evil.example");
      expect(response.headers.get("Access-Control-Expose-Headers")).toBe(
        "X-Session-Token, X-Embed-Ticket, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, X-Request-Id",
      );
      expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("an unknown path is 404 before anything else is checked", async () => {
    await using service = await startService({ nodes });
    for (const path of ["/chat-bot", "/chat-bot/Config", "/chat-bot/config/", "/x", "/../../etc/passwd"]) {
      const response = await rawRequest(
        service.port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.body).toContain('"code":"not_found"');
    }
  });

  test("duplicate critical headers and absolute targets are 400", async () => {
    await using service = await startService({ nodes });
    const keyed = `Authorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const cases = [
      `GET /chat-bot/agent HTTP/1.1\r\nHost: x\r\n${keyed}Authorization: Bearer y\r\n`,
      `GET /chat-bot/agent HTTP/1.1\r\nHost: x\r\n${keyed}Origin: ${shop}\r\n`,
      `GET /chat-bot/agent HTTP/1.1\r\nHost: x\r\n${keyed}X-Session-Token: a\r\nX-Session-Token: a\r\n`,
      `GET /chat-bot/agent HTTP/1.1\r\nHost: x\r\nHost: y\r\n${keyed}`,
      `GET http://x/chat-bot/agent HTTP/1.1\r\nHost: x\r\n${keyed}`,
    ];
    for (const request of cases) {
      const response = await rawRequest(service.port, `${request}Connection: close\r\n\r\n`);
      expect([request, response.status]).toEqual([request, 400]);
      expect([request, response.raw]).toEqual([
        request,
        expect.stringContaining(`Access-Control-Allow-Origin: ${shop}`),
      ]);
    }
  });

  test("a client that waits for 100 Continue gets it once its request is admitted, and never before a refusal", async () => {
    await using service = await startService({ nodes });
    const body = JSON.stringify({ messages: [{ type: "text", block: { value: "hello" } }] });
    const ask = (key: string, length = body.length) =>
      rawRequest(
        service.port,
        `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nOrigin: ${shop}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n${body}`,
      );
    expect((await ask(service.key)).raw).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect((await ask("nonsense")).raw).toMatch(/^HTTP\/1\.1 401 /);
    expect((await ask(service.key, 65_537)).raw).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a key's public id is not a credential, even while the key itself is in use", async () => {
    await using service = await startService({ nodes, serverSide: true });
    const { baseUrl, key, keyId } = service;
    const status = async (credential: string) =>
      (await fetch(`${baseUrl}/chat-bot/config`, { headers: { Authorization: `Bearer ${credential}` } }))
        .status;
    expect(await status(key)).toBe(200);
    for (const part of [keyId, `ak_${keyId}`, `ak_${keyId}_`, `ak_${keyId}_wrong`])
      expect([part, await status(part)]).toEqual([part, 401]);
  });

  test("HEAD works wherever GET does", async () => {
    await using service = await startService({ nodes });
    const response = await service.fetch("/chat-bot/config", { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });
});
