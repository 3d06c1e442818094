import { describe, expect, test, vi } from "vitest";
import { shakeHands } from "../src/connect/handshake.ts";
import { createTicketHolder } from "../src/connect/ticket-holder.ts";

const host = "https://shop.example";
const ticketFor = (origin: string): string =>
  `${btoa(JSON.stringify({ v: 1, k: "k1", o: origin, x: 4_000_000_000 }))}.seal`;
const welcome = {
  type: "servicechat:welcome",
  key: "ak_k1_secret",
  ticket: ticketFor(host),
  config: {},
  theme: "auto",
  open: true,
};

function set(options: { parent?: unknown; parentOrigin?: string } = {}) {
  const parent = {};
  const posts: unknown[] = [];
  const listeners = new Set<(event: MessageEvent) => void>();
  const window = {
    parent: options.parent ?? parent,
    addEventListener: (_type: "message", listener: (event: MessageEvent) => void) =>
      void listeners.add(listener),
    removeEventListener: (_type: "message", listener: (event: MessageEvent) => void) =>
      void listeners.delete(listener),
  };
  const port = new MessageChannel().port1;
  const handed = shakeHands({
    window: options.parent === "self" ? Object.assign(window, { parent: window }) : window,
    keyId: "k1",
    parentOrigin: options.parentOrigin ?? host,
    post: (message, origin) => posts.push([message, origin]),
  });
  const hear = (data: unknown, from: { source?: unknown; origin?: string; ports?: unknown[] } = {}): void => {
    const event = { data, source: parent, origin: host, ports: [port], ...from } as unknown as MessageEvent;
    for (const listener of new Set(listeners)) listener(event);
  };
  return { handed, hear, posts, port, isListening: () => listeners.size > 0 };
}

describe("the handshake", () => {
  test("says hello to the declared origin only, and accepts the launcher's welcome with its port", async () => {
    const { handed, hear, posts, port, isListening } = set();
    expect(posts).toEqual([[{ type: "servicechat:hello" }, host]]);
    hear(welcome);
    expect(await handed).toEqual({ welcome, port });
    expect(isListening()).toBe(false);
  });

  test.each([
    ["from another window", welcome, { source: {} }],
    ["from another origin", welcome, { origin: "https://evil.example" }],
    [
      "from another origin, with a ticket for that one",
      { ...welcome, ticket: ticketFor("https://evil.example") },
      { origin: "https://evil.example" },
    ],
    ["with a ticket for another origin", { ...welcome, ticket: ticketFor("https://evil.example") }, {}],
    ["without a ticket", { ...welcome, ticket: "" }, {}],
    ["with something that is no ticket", { ...welcome, ticket: "x" }, {}],
    ["with another key", { ...welcome, key: "ak_k2_secret" }, {}],
    ["without a port", welcome, { ports: [] }],
    ["of another type", { ...welcome, type: "hello" }, {}],
    ["that is no object", "servicechat:welcome", {}],
  ])("ignores a welcome %s", (_name, data, from) => {
    const { hear, isListening } = set();
    hear(data, from);
    expect(isListening()).toBe(true);
  });

  test("does not start without a page around the frame, or with an opaque one", async () => {
    for (const options of [{ parent: "self" }, { parentOrigin: "" }, { parentOrigin: "null" }]) {
      const { handed, posts } = set(options);
      expect(await handed).toBeUndefined();
      expect(posts).toEqual([]);
    }
  });
});

describe("the ticket", () => {
  test("is requested once by all who need it at the same time, and kept", async () => {
    let asked = 0;
    const tickets = createTicketHolder("old", () => asked++);
    const both = Promise.all([tickets.refresh(), tickets.refresh()]);
    tickets.receive("fresh");
    expect(await both).toEqual(["fresh", "fresh"]);
    expect(asked).toBe(1);
    expect(tickets.current()).toBe("fresh");
  });

  test("is no longer waited for if the launcher does not answer, and then requested again", async () => {
    vi.useFakeTimers();
    let asked = 0;
    const tickets = createTicketHolder("old", () => asked++);
    const fresh = tickets.refresh();
    vi.advanceTimersByTime(15_000);
    expect(await fresh).toBeUndefined();
    void tickets.refresh();
    expect(asked).toBe(2);
    vi.useRealTimers();
  });

  test("stays as it is if there is no new one", async () => {
    const tickets = createTicketHolder("old", () => undefined);
    const fresh = tickets.refresh();
    tickets.receive("");
    expect(await fresh).toBeUndefined();
    expect(tickets.current()).toBe("old");
  });
});
