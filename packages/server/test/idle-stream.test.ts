import type { Frame, LiveReply } from "@servicechat/coordination";
import { encodeEvent } from "@servicechat/contract";
import type { FollowedChat } from "@servicechat/storage";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createMetrics } from "../src/telemetry/metrics.ts";
import { createIdleStream } from "../src/visitor/idle-stream.ts";

test("what happens in a chat while a reply is told is told behind the reply", async () => {
  const frames: Frame[] = [];
  const listeners = new Set<() => void>();
  const add = (type: "start" | "done") => {
    const seq = frames.length + 1;
    frames.push({ seq, type, text: encodeEvent({ type, data: {} }, `rep_1:${seq}`) });
    for (const listener of listeners) listener();
  };
  const live: LiveReply = {
    id: "rep_1",
    after: (seq) => frames.slice(seq),
    get last() {
      return frames.length;
    },
    ended: false,
    lost: false,
    onFrames(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let chat: FollowedChat = {
    holding: { holder: "agent", operator: null, epoch: 0, since: null },
    position: { turn: 1, epoch: 0 },
    events: [],
    turns: [],
  };
  const response = new PassThrough();
  let heard = "";
  response.on("data", (chunk: Buffer) => void (heard += chunk.toString()));
  const stream = createIdleStream(
    { request: { method: "GET" }, response } as never,
    {
      sessionId: "ses_1",
      keyId: "shop1",
      createdAt: 0,
      position: { turn: 1, epoch: 0 },
      anchor: "1",
      reply: { replyId: "rep_1", after: 0 },
    },
    {
      coordination: { replies: { find: () => live } },
      storage: { handovers: { follow: async () => chat } },
      metrics: createMetrics(),
    } as never,
  );
  const over = stream.run();
  add("start");
  await expect.poll(() => heard).toContain("event: start");

  const said = { turn: 2, replyId: "rep_2", status: "complete", author: "person", at: 0, epoch: 0 } as const;
  chat = {
    ...chat,
    position: { turn: 2, epoch: 0 },
    turns: [{ ...said, name: "Ada", text: "I am here." }],
  };
  stream.wake();
  add("done");

  await expect.poll(() => heard).toContain("I am here.");
  expect(heard.indexOf("event: done")).toBeLessThan(heard.indexOf("I am here."));
  stream.end();
  await over;
});
