import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { shop } from "../support/shop.ts";
import { ask, history } from "../support/visitor.ts";

const megabyte = 1024 * 1024;
/** Instead of 30 seconds. A reader is disconnected after two of these at the latest. */
const graceMs = 3_000;

/**
 * Waits until the kernel no longer has a socket's connection. Node does not notice while nobody reads from it. Both
 * ports count: a busy kernel gives the same local port to connections to other servers.
 */
async function letGo({ localPort = 0, remotePort = 0 }: Socket): Promise<void> {
  const connections = "/proc/net/tcp"; // on Linux
  if (!existsSync(connections)) return pause(3 * graceMs);
  const [local, remote] = [localPort, remotePort].map((port) =>
    port.toString(16).toUpperCase().padStart(4, "0"),
  );
  const ends = new RegExp(`:${local} [0-9A-F]{8}:${remote} `);
  const isOpen = () => ends.test(readFileSync(connections, "utf8"));
  await expect.poll(isOpen).toBe(false);
}

test("Promise 13: a reader that reads nothing of a long history is disconnected within a minute, and others read it completely", async () => {
  const piece = "x".repeat(megabyte / 32);
  await using service = await startFailing(() => Array.from({ length: 96 }, () => piece), {
    options: { readerPace: { graceMs } },
  });
  await changeModel(service, { maxOutputTokens: 1_000_000 });
  const { token } = await ask(service, "hello");
  for (let turn = 2; turn <= 5; turn++) await ask(service, "go on", { token });

  const socket = connect(service.port, "127.0.0.1");
  const keyed = `Host: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\nX-Session-Token: ${token}\r\n`;
  socket.write(`GET /chat-bot/history HTTP/1.1\r\n${keyed}\r\n`);
  await once(socket, "readable");
  expect((await history(service, token)).map(({ content }) => content.length)[9]).toBe(3 * megabyte);

  await letGo(socket);
  let read = 0;
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined).on("data", (part: Buffer) => void (read += part.length));
  await closed;
  // This was in the sockets' buffers: if the service had continued, it would be everything.
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(15 * megabyte);
});
