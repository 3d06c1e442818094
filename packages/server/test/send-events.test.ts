import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { sendEvents, sendStreamHead } from "../src/answer/send-events.ts";
import type { FrameSource } from "../src/answer/send-events.ts";
import type { Visit } from "../src/visit.ts";
import { createFigures } from "../src/watch/figures.ts";

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
    const visit = { request, response, head: {} } as Visit;
    sendStreamHead(visit);
    sendEvents(visit, source, { after: 0, sent: createFigures().eventsSent, onClose: () => void closed++ });
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
