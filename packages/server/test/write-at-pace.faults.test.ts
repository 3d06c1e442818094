import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect, test } from "vitest";
import { png } from "../../../test/support/sample-files.ts";
import { getImage } from "../src/visitor-api/files.ts";

const size = 20 * 1024 * 1024;

/** An image of 20 MB behind a socket, and readers that take nothing of it yet. */
async function start() {
  await using stack = new AsyncDisposableStack();
  const bytes = Buffer.concat([png(), Buffer.alloc(size - png().length, "lamp")]);
  const file = { mediaType: "image/png", size };
  const fixture = {
    options: { sessionIdleMs: 1, sessionAgeMs: 1 },
    nowMs: () => 1,
    storage: {
      conversations: { findSession: async () => ({ id: "ses_1", agentId: "guide" }) },
      files: { find: async () => [file], read: async () => ({ ...file, bytes }) },
    },
  };
  const handler = getImage(fixture as never);
  const answers: { response: ServerResponse; done: Promise<unknown> }[] = [];
  const server = createServer((request, response) => {
    const context = { request, response, head: {}, path: "/chat-bot/images/img_1" };
    const key = { id: request.url?.slice(1) };
    const done = Promise.resolve(
      handler(context as never, { bound: { agent: { id: "guide" }, key } } as never),
    );
    done.catch(() => response.destroy());
    answers.push({ response, done });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const clients: Socket[] = [];
  stack.defer(() => {
    for (const client of clients) client.destroy();
    server.close();
  });

  async function ask(keyId = "a") {
    const asked = answers.length;
    const client: Socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    clients.push(client);
    client.pause();
    client.write(
      `GET /${keyId} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Session-Token: st_${"a".repeat(43)}\r\n\r\n`,
    );
    await expect.poll(() => answers[asked]).toBeDefined();
    const answer = answers[asked];
    if (!answer) throw new Error("Nobody asked.");
    return { ...answer, client };
  }
  const first = await ask();
  await expect.poll(() => first.response.writableLength).toBeGreaterThan(0);
  const kept = stack.move();
  return { ...first, bytes, ask, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test("of an image no more than 256 KB wait for a reader that takes nothing", async () => {
  await using asked = await start();
  expect(asked.response.writableLength).toBeLessThan(300 * 1024);
});

test("a reader that keeps reading gets all of it", async () => {
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

test("no more than 64 MB of images are held for the slow readers of one key; others must ask again", async () => {
  await using asked = await start();
  for (const _ of [2, 3]) {
    const { response } = await asked.ask();
    await expect.poll(() => response.writableLength).toBeGreaterThan(0);
  }
  await expect((await asked.ask()).done).rejects.toMatchObject({ code: "key_busy", retryAfter: 2 });
  const other = await asked.ask("b");
  await expect.poll(() => other.response.writableLength).toBeGreaterThan(0);

  asked.client.destroy();
  await asked.done;
  const next = await asked.ask();
  await expect.poll(() => next.response.writableLength).toBeGreaterThan(0);
});
