import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerOptions } from "@servicechat/server";
import { describe, expect, test } from "vitest";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { shop } from "../support/shop.ts";
import { spawnService } from "../support/spawn-service.ts";
import { startService } from "../support/start-service.ts";
import { ask } from "../support/visitor.ts";

const megabyte = 1024 * 1024;

type Service = Awaited<ReturnType<typeof startFailing>>;

/** A chat of 3 MB for each turn; three are more than the kernel buffers for a reader. */
async function startWithLongChat(readerPace: ServerOptions["readerPace"], turns = 3) {
  const piece = "x".repeat(megabyte / 32);
  const service = await startFailing(() => Array.from({ length: 96 }, () => piece), {
    options: { taskPeriods: { disconnect_slow_readers: 250 }, ...(readerPace && { readerPace }) },
  });
  await changeModel(service, { maxOutputTokens: 1_000_000 });
  const { token } = await ask(service, "hello");
  for (let turn = 2; turn <= turns; turn++) await ask(service, "go on", { token });
  return { service, token };
}

/** Requests the chat, and returns how much of it has arrived when the connection has ended. */
async function readChat({ port, key }: Service, token: string, onData: (socket: Socket) => void) {
  const socket = connect(port, "127.0.0.1");
  const keyed = `Host: x\r\nAuthorization: Bearer ${key}\r\nOrigin: ${shop}\r\nX-Session-Token: ${token}\r\n`;
  socket.write(`GET /chat-bot/history HTTP/1.1\r\nConnection: close\r\n${keyed}\r\n`);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined).on("data", () => onData(socket));
  await closed;
  return socket.bytesRead;
}

/**
 * Stops at the first bytes. What has arrived in the meantime is read at the end: all of it unless the reader was
 * disconnected.
 */
function stallFor(ms: number): (socket: Socket) => void {
  let stalled = false;
  return (socket) => {
    if (stalled) return;
    stalled = true;
    socket.pause();
    setTimeout(() => socket.resume(), ms);
  };
}

// These two wait, most of the time.
describe.concurrent("a reader who is too slow", () => {
  test("readers who read nothing are disconnected, all of them", async () => {
    const { service, token } = await startWithLongChat({ graceMs: 1_000, wholeMs: 600_000 });
    await using _service = service;
    const readers = Array.from({ length: 6 }, () => readChat(service, token, stallFor(15_000)));
    for (const read of await Promise.all(readers)) expect(read).toBeLessThan(6 * megabyte);
  });

  test("a response that is not a stream ends in time, even if its reader is not too slow for the grace period", async () => {
    const { service, token } = await startWithLongChat({
      graceMs: 18_000,
      wholeMs: 500,
      wholeBytesPerSecond: 9 * megabyte,
    });
    await using _service = service;
    expect(await readChat(service, token, stallFor(9_000))).toBeLessThan(6 * megabyte);
  });
});

test("the unread part of a chat in transfer counts towards the memory limit of its key", async () => {
  const { service, token } = await startWithLongChat({ graceMs: 60_000, wholeMs: 600_000 }, 5);
  await using _service = service;
  const { key } = await service.createKey({ rateLimit: 1_000 });
  const ofKey = (bearer: string) => ({
    headers: { "X-Session-Token": token, Authorization: `Bearer ${bearer}` },
  });
  const stalled: Socket[] = [];
  // Its first page is the whole chat of 15 MB.
  for (let reader = 0; reader < 4; reader++) {
    const socket = connect(service.port, "127.0.0.1").pause();
    socket.write(
      `GET /chat-bot/history HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nOrigin: ${shop}\r\nX-Session-Token: ${token}\r\n\r\n`,
    );
    await once(socket, "readable");
    stalled.push(socket);
  }
  const refused = await service.fetch("/chat-bot/history", ofKey(key));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "key_busy" });
  // Another key of the agent has its own limit.
  expect((await service.fetch("/chat-bot/history", ofKey(service.key))).status).toBe(200);
  for (const socket of stalled) socket.destroy();
  await expect.poll(async () => (await service.fetch("/chat-bot/history", ofKey(key))).status).toBe(200);
});

/** Connections from an address of this machine, after the service has had time to close them. */
async function connections(port: number, count: number, localAddress: string) {
  const sockets = Array.from({ length: count }, () => connect({ port, host: "127.0.0.1", localAddress }));
  for (const socket of sockets) socket.on("error", () => undefined);
  await Promise.all(
    sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])).map(settled),
  );
  return sockets;
}

const settled = (promise: Promise<unknown>) => promise.catch(() => undefined);

const aliveOf = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test("an address has a limited number of connections, and leaves some to others", async () => {
  await using service = await startService({ options: { maxConnectionsPerAddress: 5, maxConnections: 20 } });
  const many = await connections(service.port, 40, "127.0.0.9");
  await expect.poll(() => aliveOf(many)).toBe(5);
  expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);

  const others = await connections(service.port, 4, "127.0.0.8");
  await expect.poll(() => aliveOf(others)).toBe(4);
  for (const socket of many) socket.destroy();
  // Closed connections make room.
  await expect
    .poll(async () => {
      const [again] = await connections(service.port, 1, "127.0.0.9");
      await settled(Promise.race([once(again as Socket, "close"), pause(50)]));
      return aliveOf([again as Socket]);
    })
    .toBe(1);
  for (const socket of others) socket.destroy();
});

test("all addresses together have a limited number of connections", async () => {
  await using service = await startService({ options: { maxConnections: 10, maxConnectionsPerAddress: 8 } });
  const some = await connections(service.port, 8, "127.0.0.9");
  const more = await connections(service.port, 8, "127.0.0.8");
  await expect.poll(() => aliveOf([...some, ...more])).toBe(10);
  for (const socket of [...some, ...more]) socket.destroy();
});

/**
 * The kernel queues 511 connections for a service until it accepts them. If there are more at once, it tells the client
 * that they are open but the service nothing, and retries for half a minute.
 */
const connectionsThatWait = 500;

test.skipIf(process.platform !== "linux")(
  "with the usual 1,024 descriptors, an address that keeps opening connections leaves enough for visitors",
  async () => {
    await using service = await spawnService({
      model: { provider: "extractive" },
      settings: { SERVICECHAT_MAX_CONNECTIONS_PER_ADDRESS: "256" },
      descriptors: 1024,
    });
    await service.start();
    const { port } = new URL(service.baseUrl);
    const many: Socket[] = [];
    for (let opened = 0; opened < 1_500; opened += connectionsThatWait) {
      many.push(...(await connections(Number(port), connectionsThatWait, "127.0.0.9")));
      expect((await service.fetch("/chat-bot/config")).status).toBe(200);
      await expect.poll(() => aliveOf(many)).toBe(256);
    }
    for (const socket of many) socket.destroy();
  },
);

test("a trusted proxy is not one address: each visitor behind it has a separate share", async () => {
  const options = { maxConnectionsPerAddress: 3, trustedProxies: ["127.0.0.1"] };
  await using service = await startService({
    options,
    script: () => [{ until: new Promise(() => undefined) }],
  });
  const from = (address: string) => ({ "X-Forwarded-For": address });
  const post = (address: string) =>
    service.fetch("/chat-bot/", {
      method: "POST",
      body: JSON.stringify({ messages: [{ type: "text", block: { value: "hello" } }] }),
      headers: { "Content-Type": "application/json", ...from(address) },
    });
  const streams = await Promise.all(Array.from({ length: 3 }, () => post("203.0.113.9")));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);

  const refused = await post("203.0.113.9");
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "address_rate_limited" });
  expect((await post("203.0.113.10")).status).toBe(200);
});
