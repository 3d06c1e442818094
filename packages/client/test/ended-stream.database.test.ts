import { afterEach, describe, expect, test } from "vitest";
import { encodeEvent, eventId } from "@servicechat/contract";
import { createClient } from "../src/index.ts";
import { json, startScriptedServer } from "./scripted-server.ts";

const hello = [{ type: "text", block: { value: "Hi" } }] as const;
const done = encodeEvent({ type: "done", data: {} }, eventId("rep_0190b1a0-0000-7000-8000-000000000001", 1));

let closing: (() => Promise<void>) | undefined;
afterEach(() => closing?.());

async function set(script: Parameters<typeof startScriptedServer>[0]) {
  const server = await startScriptedServer(script);
  closing = server.close;
  return { client: createClient({ baseUrl: server.baseUrl, key: "ak_1_s", fetch }), seen: server.seen };
}

describe("a stream that has brought its terminal event", () => {
  test("is heard to its end, so that its connection is used again", async () => {
    const { client, seen } = await set([
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(done);
        setTimeout(() => response.end(), 50);
      },
      ...Array.from({ length: 1_000 }, () => json(204, undefined)),
    ]);
    await client.post(hello, { token: "st_1", onEvent: () => undefined });
    // Until the end is heard, another connection takes what is asked.
    async function portOfNext() {
      await client.stop("st_1");
      return seen.at(-1)?.port;
    }
    await expect.poll(portOfNext).toBe(seen[0]?.port);
  });

  test("is broken off when it does not end", async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await set([
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" }).write(done);
        response.on("close", closed.resolve);
      },
    ]);
    await client.post(hello, { token: "st_1", onEvent: () => undefined });
    await closed.promise;
  });
});

test.each(["post", "follow"] as const)(
  "a stream that its caller aborts midway rejects with the reason, not as one that was lost (%s)",
  async (call) => {
    const start = encodeEvent(
      { type: "start", data: {} },
      eventId("rep_0190b1a0-0000-7000-8000-000000000001", 1),
    );
    const { client } = await set([
      (response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(start),
    ]);
    const enough = new Error("enough");
    const life = new AbortController();
    const options = { token: "st_1", signal: life.signal, onEvent: () => life.abort(enough) };
    await expect(call === "post" ? client.post(hello, options) : client.follow(options)).rejects.toBe(enough);
  },
);
