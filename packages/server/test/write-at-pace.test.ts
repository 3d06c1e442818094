import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { png } from "../../../test/support/sample-files.ts";
import { getImage } from "../src/visitor/get-image.ts";

const size = 20 * 1024 * 1024;

/** Asks for an image of 20 MB, and takes nothing of it yet. */
async function start() {
  await using stack = new AsyncDisposableStack();
  const bytes = Buffer.concat([png(), Buffer.alloc(size - png().length, "lamp")]);
  const house = {
    options: { sessionIdleMs: 1, sessionAgeMs: 1 },
    nowMs: () => 1,
    storage: {
      conversations: { findSession: async () => ({ id: "ses_1", agentId: "guide" }) },
      files: { read: async () => ({ mediaType: "image/png", size, bytes }) },
    },
  };
  const answers: { response: ServerResponse; done: Promise<unknown> }[] = [];
  const server = createServer((request, response) => {
    const visit = { request, response, head: {}, path: "/chat-bot/images/img_1" };
    const answer = getImage(house as never)(visit as never, { bound: { agent: { id: "guide" } } } as never);
    answers.push({ response, done: Promise.resolve(answer) });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  const client: Socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  stack.defer(() => void client.destroy());
  client.pause();
  client.write(
    `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Session-Token: st_${"a".repeat(43)}\r\n\r\n`,
  );
  await expect.poll(() => answers[0]?.response.writableLength).toBeGreaterThan(0);
  const [answer] = answers;
  if (!answer) throw new Error("Nobody asked.");
  const kept = stack.move();
  return { ...answer, bytes, client, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("of an image no more than 256 KB wait for a reader that takes nothing, and it is let go in time", async () => {
  await using asked = await start();
  expect(asked.response.writableLength).toBeLessThan(300 * 1024);
  await expect.poll(() => asked.response.socket?.timeout).toBe(30_000);
});

test("a reader that goes on reading gets all of it", async () => {
  await using asked = await start();
  const chunks: Buffer[] = [];
  asked.client.on("data", (chunk) => chunks.push(chunk));
  asked.client.resume();
  await once(asked.client, "close");
  const raw = Buffer.concat(chunks);
  expect(raw.subarray(raw.indexOf("\r\n\r\n") + 4).equals(asked.bytes)).toBe(true);
});

test("a reader that goes away ends it", async () => {
  await using asked = await start();
  asked.client.destroy();
  await asked.done;
  expect(asked.response.destroyed).toBe(true);
});
