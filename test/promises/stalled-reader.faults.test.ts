import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeModel, startFailing } from "../support/failing-provider.ts";
import { shop } from "../support/shop.ts";
import { ask, history } from "../support/visitor.ts";

const megabyte = 1024 * 1024;

test(
  "Promise 13: a reader that takes nothing of a long history is let go within a minute, and others read it whole",
  { timeout: 120_000 },
  async () => {
    const piece = "x".repeat(megabyte / 32);
    await using service = await startFailing(() => Array.from({ length: 96 }, () => piece));
    await changeModel(service, { maxOutputTokens: 1_000_000 });
    const { token } = await ask(service, "hello");
    for (let turn = 2; turn <= 5; turn++) await ask(service, "go on", { token });

    const socket = connect(service.port, "127.0.0.1");
    const keyed = `Host: x\r\nAuthorization: Bearer ${service.key}\r\nOrigin: ${shop}\r\nX-Session-Token: ${token}\r\n`;
    socket.write(`GET /chat-bot/history HTTP/1.1\r\n${keyed}\r\n`);
    await once(socket, "readable");
    expect((await history(service, token)).map(({ content }) => content.length)[9]).toBe(3 * megabyte);

    await pause(63_000);
    let read = 0;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined).on("data", (part: Buffer) => void (read += part.length));
    await closed;
    // What lay in the sockets' buffers: had the service gone on, it would be all.
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(15 * megabyte);
  },
);
