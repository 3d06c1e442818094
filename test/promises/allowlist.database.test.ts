import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { onOneNode } from "../support/on-one-node.ts";
import { shop, startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";
import { ask, hear, history, post } from "../support/visitor.ts";

const own = "https://chat.example";

async function ticketOf(service: TestService): Promise<string> {
  const response = await service.fetch("/chat-bot/config");
  return response.headers.get("X-Embed-Ticket") ?? "";
}

/** A request as the frame makes it: no Origin on GET, the service's own on POST. */
function fromFrame(service: TestService, path: string, ticket: string, headers: Record<string, string> = {}) {
  return fetch(service.baseUrl + path, {
    headers: {
      Authorization: `Bearer ${service.key}`,
      "Sec-Fetch-Site": "same-origin",
      "X-Embed-Ticket": ticket,
      ...headers,
    },
  });
}

onOneNode("the embed ticket", (nodes) => {
  test("gives the frame's requests the origin of the page that embeds it", async () => {
    await using service = await startService({ nodes });
    const ticket = await ticketOf(service);

    expect((await fromFrame(service, "/chat-bot/agent", ticket)).status).toBe(200);
    expect((await fromFrame(service, "/chat-bot/agent", ticket, { Origin: own })).status).toBe(200);
    const reply = await hear(
      await fetch(`${service.baseUrl}/chat-bot/`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${service.key}`,
          "Content-Type": "application/json",
          Origin: own,
          "Sec-Fetch-Site": "same-origin",
          "X-Embed-Ticket": ticket,
        },
        body: JSON.stringify({ messages: [{ type: "text", block: { value: "hi" } }] }),
      }),
    );
    expect(reply.text).toBe("Hello from the model.");
  });

  test("Promise 24: a stolen ticket is useless to another site and with another key", async () => {
    await using service = await startService({ nodes });
    const ticket = await ticketOf(service);
    const otherKey = await service.createKey({ allowed: [shop] });

    const foreign = await fromFrame(service, "/chat-bot/agent", ticket, {
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
    });
    const crossSite = await fromFrame(service, "/chat-bot/agent", ticket, { "Sec-Fetch-Site": "cross-site" });
    const sameSite = await fromFrame(service, "/chat-bot/agent", ticket, { "Sec-Fetch-Site": "same-site" });
    const other = await fromFrame(service, "/chat-bot/agent", ticket, {
      Authorization: `Bearer ${otherKey.key}`,
    });

    expect([foreign, crossSite, sameSite, other].map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test("a ticket is valid for 24 hours; then it is 403 ticket_expired, until there is a new one", async () => {
    let laterMs = 0;
    const clock = { wallMs: () => Date.now() + laterMs, monotonicMs: () => performance.now() };
    await using service = await startService({ nodes, clock });
    const ticket = await ticketOf(service);

    laterMs = 86_390_000;
    expect((await fromFrame(service, "/chat-bot/agent", ticket)).status).toBe(200);
    laterMs = 86_400_000;
    const expired = await fromFrame(service, "/chat-bot/agent", ticket);
    expect(expired.status).toBe(403);
    expect(await expired.json()).toMatchObject({ code: "ticket_expired", retryable: true });
    expect((await fromFrame(service, "/chat-bot/agent", await ticketOf(service))).status).toBe(200);
  });

  test("the service's own origin, without a ticket, is like any other: 403 unless it is on the list", async () => {
    await using service = await startService({ nodes });
    expect((await service.fetch("/chat-bot/agent", { headers: { Origin: own } })).status).toBe(403);
    const listed = await service.createKey({ allowed: [own] });
    const asked = { Authorization: `Bearer ${listed.key}`, Origin: own };
    expect((await service.fetch("/chat-bot/agent", { headers: asked })).status).toBe(200);
  });

  test("a ticket that was modified, truncated, or sealed by someone else is 403", async () => {
    await using service = await startService({ nodes });
    const ticket = await ticketOf(service);
    const [payload = "", seal = ""] = ticket.split(".");
    const claims = {
      v: 1,
      k: service.keyId,
      o: "https://shop.example",
      x: Math.floor(Date.now() / 1000) + 1000,
    };
    const forged = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const tampered = [
      "",
      ".",
      payload,
      `${payload}.`,
      `${payload}.${seal.slice(1)}`,
      `${payload}.${seal}=`,
      `${payload}.${seal}.${seal}`,
      `${forged}.${seal}`,
      `${forged}.${createHmac("sha256", "guess").update(forged).digest("base64url")}`,
    ];
    for (const each of tampered) {
      const response = await fromFrame(service, "/chat-bot/agent", each);
      expect([each, response.status]).toEqual([each, 403]);
      expect(await response.json()).toMatchObject({ code: "origin_not_allowed" });
    }
  });
});

onOneNode("an allowlist", (nodes) => {
  test("Promise 26: an empty list denies everything; * allows every web origin but never null", async () => {
    await using service = await startService({ nodes, allowed: [] });
    expect((await service.fetch("/chat-bot/config")).status).toBe(403);
    const star = await service.createKey({ allowed: ["*"] });
    const status = async (origin: string) =>
      (
        await service.fetch("/chat-bot/config", {
          headers: { Authorization: `Bearer ${star.key}`, Origin: origin },
        })
      ).status;
    expect(await status("https://anything.example")).toBe(200);
    expect(await status("http://localhost:3000")).toBe(200);
    expect(await status("null")).toBe(403);
    expect(await status("chrome-extension://abcdefghijklmnop")).toBe(403);
  });

  test("a server-side key also accepts requests without an Origin; an Origin is still checked", async () => {
    await using service = await startService({ nodes, serverSide: true });
    const bare = (headers: Record<string, string> = {}) =>
      fetch(`${service.baseUrl}/chat-bot/config`, {
        headers: { Authorization: `Bearer ${service.key}`, ...headers },
      });
    const response = await bare();
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Embed-Ticket")).toBeNull();
    expect((await bare({ Origin: "https://evil.example" })).status).toBe(403);
    expect((await bare({ Origin: "null" })).status).toBe(403);
  });
});

describe("a change while the chat is open", () => {
  test("Promise 25: removing a domain takes effect on the next request of an open chat, and lets its stream finish", async () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    await using service = await startService({ script: () => ["to be ", { until }, "continued"] });
    const ticket = await ticketOf(service);
    const running = await post(service, "go");

    await service.storage.keys.change(service.keyId, { allowed: ["https://elsewhere.example"] });

    expect((await fromFrame(service, "/chat-bot/agent", ticket)).status).toBe(403);
    expect((await service.fetch("/chat-bot/config")).status).toBe(403);
    release();
    expect((await hear(running)).text).toBe("to be continued");
  });

  test("Promise 28: revoking a key is 401 from the next request, and its open streams end with error, not retryable", async () => {
    const never = new Promise<void>(() => undefined);
    await using service = await startService({ script: () => ["half", { until: never }] });
    const running = await post(service, "go");
    const token = running.headers.get("X-Session-Token") ?? "";
    const reply = hear(running);

    await service.storage.keys.revoke(service.keyId, Date.now());

    expect((await service.fetch("/chat-bot/agent")).status).toBe(401);
    const { events } = await reply;
    expect(events.at(-1)).toMatchObject({ event: "error", data: { retryable: false, code: "key_revoked" } });
    expect(events.map(({ id }) => Number(id.split(".")[1]))).toEqual(events.map((_, index) => index + 1));
    // Several keys may serve one agent: with the next one the chat continues.
    const next = await service.createKey();
    const rotated = {
      fetch: (path: string, init: Parameters<TestService["fetch"]>[1] = {}) =>
        service.fetch(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${next.key}` } }),
    };
    expect(await history(rotated, token)).toHaveLength(2);
    service.model.answer(() => ["whole"]);
    expect((await ask(rotated, "again", { token })).text).toBe("whole");
  });

  test("Promise 28: revoking a key ends its stream of a reply that another key asked for, but not that key's own", async () => {
    const more = Promise.withResolvers<void>();
    await using service = await startService({
      script: () => ["half ", { until: more.promise }, "and half"],
    });
    const running = await post(service, "go");
    const token = running.headers.get("X-Session-Token") ?? "";
    const other = await service.createKey();
    const headers = { Authorization: `Bearer ${other.key}`, "X-Session-Token": token };
    const followed = hear(await service.fetch("/chat-bot/stream", { headers }));

    await service.storage.keys.revoke(other.id, Date.now());

    const { events } = await followed;
    expect(events.at(-1)).toMatchObject({ event: "error", data: { retryable: false, code: "key_revoked" } });
    expect(events.map(({ id }) => Number(id.split(".")[1]))).toEqual(events.map((_, index) => index + 1));
    more.resolve();
    const own = await hear(running);
    expect([own.text, own.events.at(-1)?.event]).toEqual(["half and half", "done"]);
  });
});

onOneNode("the frame document", (nodes) => {
  const agent = { branding: { logo: "https://acme.example/logo.png" } };
  const frame = async (service: TestService, key: string, parent: string) => {
    const response = await fetch(`${service.baseUrl}/chat/?key=${key}&parent=${encodeURIComponent(parent)}`);
    return {
      response,
      policy: response.headers.get("Content-Security-Policy") ?? "",
      body: await response.text(),
    };
  };

  test("can be framed by the declared parent if the current list contains it", async () => {
    await using service = await startService({ nodes, agent });
    const { policy, response } = await frame(service, service.keyId, shop);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://acme.example/logo.png",
      "connect-src 'self'",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-src 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      `frame-ancestors ${shop}`,
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "cross-origin-resource-policy": "cross-origin",
      "cross-origin-embedder-policy": "credentialless",
      "permissions-policy": "camera=(), microphone=(), geolocation=()",
      "referrer-policy": "strict-origin",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.has("x-frame-options")).toBe(false);
  });

  test("unknown, revoked and not-allowed look the same, and no parent can add to the policy", async () => {
    await using service = await startService({ nodes, agent, rateLimit: 1 });
    const revoked = await service.createKey();
    await service.storage.keys.revoke(revoked.id, Date.now());
    const answers = await Promise.all([
      frame(service, "unknown", shop),
      frame(service, "no%00database%ED%A0%80takes", shop),
      frame(service, revoked.id, shop),
      frame(service, service.keyId, "https://evil.example"),
      frame(service, service.keyId, "https://shop.example; script-src *"),
      frame(service, service.keyId, "*"),
      frame(service, service.keyId, ""),
    ]);
    expect(new Set(answers.map(({ policy, body, response }) => policy + body + response.status)).size).toBe(
      1,
    );
    expect(answers[0]?.policy).toMatch(/frame-ancestors 'none'$/);
    expect((await service.fetch("/chat-bot/agent")).headers.get("RateLimit")).toContain("r=0;");
  });
});
