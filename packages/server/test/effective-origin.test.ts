import { expect, test } from "vitest";
import { agentFileSchema } from "@servicechat/contract/agent-file";
import { effectiveOrigin } from "../src/admission/effective-origin.ts";
import { createTickets } from "../src/admission/embed-ticket.ts";
import { compileAllowlist } from "@servicechat/operations/origin-allowlist";
import type { BoundKey } from "../src/request-context.ts";

const ownOrigin = "https://chat.example";
const tickets = createTickets({ secret: "s".repeat(32), nowSeconds: () => 1_000 });

function boundKey(allowed: readonly string[], serverSide = false): BoundKey {
  const key = {
    id: "0123456789ab",
    agentId: "shop",
    name: "",
    secretHash: "",
    lastFour: "",
    allowed,
    rateLimit: 60,
    serverSide,
    createdAt: 0,
    revokedAt: null,
    replaces: null,
  };
  const definition = agentFileSchema.parse({ id: "shop", name: "Shop", model: { provider: "extractive" } });
  const agent = { id: "shop", definition, baseDirectory: "/", createdAt: 0, updatedAt: 0, version: 1 };
  return { key, agent, allows: compileAllowlist(allowed) };
}

const of = (headers: Record<string, string>, bound: BoundKey) =>
  effectiveOrigin({ headers }, { bound, ownOrigin, tickets });

test("a page of the service itself, whose GETs carry no Origin, speaks for the service's origin when that is listed", () => {
  const headers = { "sec-fetch-site": "same-origin" };
  expect(of(headers, boundKey([ownOrigin]))).toEqual({ origin: ownOrigin, isReal: true });
  expect(() => of(headers, boundKey(["https://shop.example"]))).toThrow("Origin");
  expect(() => of(headers, boundKey([]))).toThrow("Origin");
  expect(() => of(headers, boundKey(["*"]))).toThrow("Origin");
});

test.each([undefined, "none", "cross-site", "same-site"])(
  "without an Origin and with Sec-Fetch-Site %s a request speaks for nobody, whatever the list",
  (site) => {
    const headers: Record<string, string> = site === undefined ? {} : { "sec-fetch-site": site };
    expect(() => of(headers, boundKey([ownOrigin, "*"]))).toThrow("Origin");
  },
);

test("a foreign Origin wins over what Sec-Fetch-Site says and over a ticket", () => {
  const headers = {
    origin: "https://evil.example",
    "sec-fetch-site": "same-origin",
    "x-embed-ticket": tickets.issue("0123456789ab", "https://shop.example"),
  };
  expect(() => of(headers, boundKey([ownOrigin, "https://shop.example"]))).toThrow();
});

test("the frame's ticket is asked before the service's own origin is taken", () => {
  const headers = {
    "sec-fetch-site": "same-origin",
    "x-embed-ticket": tickets.issue("0123456789ab", "https://shop.example"),
  };
  expect(of(headers, boundKey([ownOrigin, "https://shop.example"]))).toEqual({
    origin: "https://shop.example",
    isReal: false,
  });
  expect(() => of(headers, boundKey([ownOrigin]))).toThrow();
});

test("a ticket of another installation, with another secret, attests nothing", () => {
  const others = createTickets({ secret: "o".repeat(32), nowSeconds: () => 1_000 });
  const ticket = others.issue("0123456789ab", "https://shop.example");
  expect(others.check(ticket, "0123456789ab")).toEqual({ origin: "https://shop.example" });
  expect(tickets.check(ticket, "0123456789ab")).toBe("invalid");
});

test("a key for server-side use accepts a request without any Origin", () => {
  expect(of({}, boundKey([], true))).toEqual({ origin: undefined, isReal: false });
  expect(of({ "sec-fetch-site": "same-origin" }, boundKey([], true))).toEqual({
    origin: undefined,
    isReal: false,
  });
});
