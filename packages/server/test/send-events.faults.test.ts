import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { duplexPair } from "node:stream";
import { expect, test, vi } from "vitest";
import { sendEvents, sendStreamHead, wholeSource } from "../src/streams/reply-streams.ts";
import type { FrameSource } from "../src/streams/reply-streams.ts";
import type { RequestContext } from "../src/request-context.ts";
import { createMetrics } from "../src/telemetry/metrics.ts";

/** A stream from the beginning, of a reply that runs. */
const whole = { after: 0, sent: createMetrics().eventsSent, hasEnded: async () => false };

test("a reply that is lost breaks its readers' connections, after all that is there, and without a terminal event", async () => {
  const frame = { seq: 1, type: "start", text: "id: r.1\nevent: start\ndata: {}\n\n" } as const;
  let isLost = false;
  let tell: () => void = () => undefined;
  const source: FrameSource = {
    after: (seq) => (seq < 1 ? [frame] : []),
    get lost() {
      return isLost;
    },
    onFrames(listener) {
      tell = listener;
      return () => undefined;
    },
  };
  let closed = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const context = { request, response, head: {} } as RequestContext;
    sendStreamHead(context);
    sendEvents(context, source, { ...whole, onClose: () => void closed++ });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(frame.text);

  isLost = true;
  tell();
  await expect(reader?.read()).rejects.toThrow("terminated");
  await expect.poll(() => closed).toBe(1);
  server.close();
});

test("Promise 13: of a reader that stops reading at most 256 KB wait, and when it reads on it hears all, once", async () => {
  const piece = "x".repeat(32_768);
  const texts = Array.from(
    { length: 1_000 },
    (_, at) => `id: r.${at + 1}\nevent: text\ndata: "${piece}"\n\n`,
  );
  const source = wholeSource([
    ...texts.map((text, at) => ({ seq: at + 1, type: "text", text }) as const),
    { seq: 1_001, type: "done", text: "id: r.1001\nevent: done\ndata: {}\n\n" },
  ]);
  let writing: ServerResponse | undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    writing = response;
    sendStreamHead({ request, response, head: {} } as RequestContext);
    sendEvents({ request, response } as RequestContext, source, whole);
  });
  // Nothing lies between the two but what they hold themselves: no system takes any of it meanwhile.
  const [near, socket] = duplexPair();
  server.emit("connection", near);
  socket.setEncoding("utf8").write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  await once(socket, "readable");

  expect(writing?.socket?.writableLength, "what waits for the reader").toBeGreaterThan(0);
  expect(writing?.socket?.writableLength).toBeLessThanOrEqual(256 * 1024);

  const numbers: number[] = [];
  for await (const part of socket)
    for (const [, number] of String(part).matchAll(/id: r\.(\d+)\n/g)) numbers.push(Number(number));
  expect(numbers).toEqual(Array.from({ length: 1_001 }, (_, at) => at + 1));
  server.close();
});

test("silence is broken every 15 seconds, but not for a reader that takes nothing: each piece would prolong its time", () => {
  vi.useFakeTimers();
  try {
    const written: string[] = [];
    let isFull = true;
    const response = Object.assign(new EventEmitter(), {
      socket: null,
      write: (text: string) => written.push(text) > 0 && !isFull,
    });
    const frame = { seq: 1, type: "start", text: "start" } as const;
    const source: FrameSource = {
      after: (seq) => (seq < 1 ? [frame] : []),
      lost: false,
      onFrames: () => () => undefined,
    };
    const context = { request: { method: "GET" }, response } as unknown as RequestContext;
    sendEvents(context, source, whole);

    vi.advanceTimersByTime(60_000);
    expect(written).toEqual(["start"]);
    isFull = false;
    response.emit("drain");
    vi.advanceTimersByTime(30_000);
    expect(written).toEqual(["start", ": hb\n\n", ": hb\n\n"]);
  } finally {
    vi.useRealTimers();
  }
});
