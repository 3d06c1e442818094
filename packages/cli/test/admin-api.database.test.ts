import { describe, expect, test } from "vitest";
import { readPages } from "../src/admin/admin-api.ts";
import { createRemoteApi } from "../src/admin/remote-api.ts";
import { allowSite } from "../src/commands/key.ts";

const service = { origin: "https://chat.example", token: "sc_x" };

/** What `fetch` throws if there is no response. */
const failed = (code: string) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("it failed"), { code }) });

describe("work that takes longer than a proxy waits", () => {
  const late = "did not answer in time";
  const advice = "The work may be continuing there: check before you repeat it.";

  test.each([502, 503, 504])("is distinguished from an address without a console: %i", async (status) => {
    const api = createRemoteApi(service, async () => new Response("<html>Gateway</html>", { status }));
    await expect(api.ask("POST", "agents/acme/knowledge/sync")).rejects.toThrow(
      `https://chat.example ${late} (${status}). ${advice}`,
    );
  });

  test.each(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"])("%s gives the same result", async (code) => {
    const api = createRemoteApi(service, () => Promise.reject(failed(code)));
    await expect(api.ask("POST", "agents/acme/knowledge/sync")).rejects.toThrow(
      `https://chat.example ${late}. ${advice}`,
    );
  });

  test("the service's own message is passed on, and a request that was never sent has no effect", async () => {
    const problem = {
      type: "about:blank",
      title: "Service Unavailable",
      status: 503,
      detail: "The database is away.",
      code: "storage_unavailable",
      retryable: true,
      requestId: "r1",
    };
    const refusing = createRemoteApi(service, async () => Response.json(problem, { status: 503 }));
    await expect(refusing.ask("GET", "agents")).rejects.toThrow("The database is away.");
    const away = createRemoteApi(service, () => Promise.reject(failed("ECONNREFUSED")));
    await expect(away.ask("GET", "agents")).rejects.toThrow("cannot be reached");
    const other = createRemoteApi(service, async () => new Response("", { status: 404 }));
    await expect(other.ask("GET", "agents")).rejects.toThrow("answers 404 and has no admin API");
  });
});

test("an empty page ends a list, even if it names a next one", async () => {
  const pages = [["a", "b"], ["c"], []];
  let read = 0;
  const all = await readPages({ limit: Infinity }, async () => ({ items: pages[read++] ?? [], next: "on" }));
  expect(all).toEqual({ items: ["a", "b", "c"], next: null });
  expect(read).toBe(3);
});

test("a key that somebody else changes at every try is left alone in the end, with a message", async () => {
  const key = {
    id: "k1",
    agent: "acme",
    name: null,
    lastFour: "abcd",
    allowed: [],
    rateLimit: 60,
    serverSide: false,
    createdAt: "2026-01-01T00:00:00.000Z",
    revokedAt: null,
    endsAt: null,
    revision: "r1",
  };
  const outdated = {
    type: "about:blank",
    title: "Precondition Failed",
    status: 412,
    detail: "It was changed meanwhile.",
    code: "precondition_failed",
    retryable: false,
    requestId: "r1",
  };
  let refusals = 0;
  const busy = (until: number) =>
    createRemoteApi(service, async (_, { method } = {}) => {
      if (method === "GET") return Response.json(key);
      if (refusals >= until) return Response.json({ ...key, allowed: ["shop.example"] });
      refusals++;
      return Response.json(outdated, { status: 412 });
    });
  const allow = { id: "k1", pattern: "shop.example" };

  const changed = await allowSite(busy(9), allow);
  expect(changed.allowed).toEqual(["shop.example"]);

  refusals = 0;
  await expect(allowSite(busy(Infinity), allow)).rejects.toThrow(
    "Key k1 was not changed: each of 10 attempts",
  );
  expect(refusals).toBe(10);
});
