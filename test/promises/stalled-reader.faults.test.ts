import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { shop } from "../support/shop.ts";
import { ask, history } from "../support/visitor.ts";

const megabyte = 1024 * 1024;
/** In place of 30 seconds. Two of it are over before a reader is let go at the latest. */
const graceMs = 3_000;

/** Waits until the kernel has no connection of a socket any more. Node does not look while nobody reads from it. */
async function letGo({ localPort = 0 }: Socket): Promise<void> {
  const connections = "/proc/net/tcp"; // of Linux
  if (!existsSync(connections)) return pause(3 * graceMs);
  const port = `:${localPort.toString(16).toUpperCase().padStart(4, "0")} `;
  await expect.poll(() => readFileSync(connections, "utf8").includes(port), { timeout: 30_000 }).toBe(false);
}

test(
  "Promise 13: a reader that takes nothing of a long history is let go within a minute, and others read it whole",
  { timeout: 120_000 },
  async () => {
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
    // What lay in the sockets' buffers: had the service gone on, it would be all.
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(15 * megabyte);
  },
);
