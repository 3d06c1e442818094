import type { Frame, LiveReply } from "@servicechat/coordination";
import { encodeEvent, eventId, type StreamEvent } from "@servicechat/contract";
import type { ChatEventRecord, FollowedChat, FollowedTurn } from "@servicechat/storage";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createMetrics } from "../src/telemetry/metrics.ts";
import type { FollowedFrom } from "../src/streams/followed-from.ts";
import { createIdleStream } from "../src/streams/idle-stream.ts";

const atStart: FollowedChat = {
  holding: { holder: "agent", operator: null, epoch: 0, since: null },
  position: { turn: 1, epoch: 0 },
  events: [],
  turns: [],
};
const said: FollowedTurn = {
  turn: 2,
  replyId: "rep_2",
  status: "complete",
  author: "person",
  name: "Ada",
  text: "I am here.",
  at: 0,
  epoch: 0,
};

/** A reply that runs, frame by frame. */
function startReply() {
  const frames: Frame[] = [];
  const listeners = new Set<() => void>();
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
  const add = (event: StreamEvent) => {
    const seq = frames.length + 1;
    frames.push({ seq, type: event.type, text: encodeEvent(event, eventId("rep_1", seq)) });
    for (const listener of listeners) listener();
  };
  return { live, add };
}

/** Follows a chat in the state of `chat`. Returns the whole body so far. */
function follow(live: LiveReply | undefined, start: Partial<FollowedFrom> = {}) {
  const chat = { now: atStart };
  const response = new PassThrough();
  let heard = "";
  response.on("data", (chunk: Buffer) => void (heard += chunk.toString()));
  const stream = createIdleStream(
    { request: { method: "GET" }, response } as never,
    {
      sessionId: "ses_1",
      tokenHash: "hash",
      keyId: "shop1",
      origin: undefined,
      isSeen: true,
      createdAt: 0,
      position: { turn: 1, epoch: 0 },
      eventId: "evt_1",
      ...start,
    },
    {
      coordination: { replies: { find: () => live } },
      storage: {
        handoffs: {
          follow: async (from: FollowedChat["position"]) => ({
            ...chat.now,
            events: chat.now.events.filter(({ epoch }) => epoch > from.epoch),
            turns: chat.now.turns.filter(({ turn }) => turn > from.turn),
          }),
        },
      },
      metrics: createMetrics(),
    } as never,
  );
  return { chat, stream, heard: () => heard };
}

/** The events of a body, each with its id. */
const eventsIn = (body: string) =>
  [...body.matchAll(/^id: (.*)\nevent: (.*)$|^event: (.*)\nid: (.*)$/gm)].map(
    ([, id, event, eventFirst, idAfter]) => `${event ?? eventFirst} ${id ?? idAfter}`,
  );

test("events of a chat during a reply are sent after the reply", async () => {
  const { live, add } = startReply();
  const { chat, stream, heard } = follow(live, { reply: { replyId: "rep_1", after: 0 } });
  const over = stream.run();
  add({ type: "start", data: {} });
  await expect.poll(heard).toContain("event: start");

  chat.now = { ...atStart, position: { turn: 2, epoch: 0 }, turns: [said] };
  stream.wake();
  add({ type: "done", data: {} });

  await expect.poll(heard).toContain("I am here.");
  expect(heard().indexOf("event: done")).toBeLessThan(heard().indexOf("I am here."));
  stream.end();
  await over;
});

test("a reader that comes back once a person holds the chat hears nothing of the agent but that its reply is over", async () => {
  const { stream, chat, heard } = follow(undefined, {
    eventId: "rep_1.7",
    reply: { replyId: "rep_1", after: 7 },
  });
  const agents: FollowedTurn = { ...said, replyId: "rep_3", author: "agent", name: null, text: null };
  chat.now = {
    holding: { holder: "person", operator: { id: "opr_1", name: "Ada" }, epoch: 1, since: 1 },
    position: { turn: 3, epoch: 1 },
    events: [],
    turns: [agents, { ...said, turn: 3, epoch: 1 }],
  };
  const over = stream.run();
  await expect.poll(heard).toContain("I am here.");
  expect(eventsIn(heard())).toEqual(["holder rep_1.7", "done rep_1.7", "person_message evt_2"]);
  stream.end();
  await over;
});

test("a reader resumes within a reply from a change of the holder that it received there", async () => {
  const { live, add } = startReply();
  const { chat, stream, heard } = follow(live, { reply: { replyId: "rep_1", after: 0 } });
  const over = stream.run();
  add({ type: "start", data: {} });
  const moved: ChatEventRecord = {
    id: "2",
    type: "waiting",
    name: null,
    at: 0,
    turn: 1,
    epoch: 1,
    after: null,
  };
  chat.now = { ...atStart, position: { turn: 1, epoch: 1 }, events: [moved] };
  add({ type: "holder", data: { holder: "waiting", at: "" } });
  add({ type: "done", data: {} });
  await expect.poll(heard).toContain("event: done");
  expect(eventsIn(heard())).toEqual(["holder evt_1", "start rep_1.1", "holder rep_1.2", "done rep_1.3"]);
  stream.end();
  await over;
});

test("a reader that learns of a reply and of who took it at once hears of the person, and once", async () => {
  const { live, add } = startReply();
  const { chat, stream, heard } = follow(live);
  const over = stream.run();
  await expect.poll(heard).toContain("event: holder");
  const joined: ChatEventRecord = {
    id: "2",
    type: "joined",
    name: "Ada",
    at: 0,
    turn: 2,
    epoch: 1,
    after: null,
  };
  const agents: FollowedTurn = { ...said, replyId: "rep_1", author: "agent", name: null, text: null };
  const later: FollowedTurn = { ...said, turn: 3, epoch: 1 };
  chat.now = { ...atStart, position: { turn: 2, epoch: 1 }, events: [joined], turns: [agents] };
  add({ type: "start", data: {} });
  stream.wake();
  await expect.poll(heard).toContain("event: start");
  add({ type: "holder", data: { holder: "person", name: "Ada", at: "" } });
  add({ type: "done", data: {} });
  await expect.poll(heard).toContain("event: done");
  chat.now = { ...chat.now, position: { turn: 3, epoch: 1 }, turns: [agents, later] };
  stream.wake();

  await expect.poll(heard).toContain("I am here.");
  expect(eventsIn(heard())).toEqual([
    "holder evt_1",
    "start rep_1.1",
    "holder rep_1.2",
    "done rep_1.3",
    "person_message evt_2",
  ]);
  expect(heard()).toContain('"holder":"person"');
  stream.end();
  await over;
});

test("a reader that resumes from a move misses no message of a person from before it, also where a node died", async () => {
  const { live, add } = startReply();
  const { chat, stream, heard } = follow(live, { reply: { replyId: "rep_1", after: 0 } });
  const over = stream.run();
  add({ type: "start", data: {} });
  await expect.poll(heard).toContain("event: start");
  const move = { name: null, at: 0, turn: 1, after: null };
  const moves: ChatEventRecord[] = [
    { ...move, id: "waiting", type: "waiting", epoch: 1 },
    { ...move, id: "joined", type: "joined", name: "Ada", epoch: 2 },
    { ...move, id: "returned", type: "handed_back", turn: 2, epoch: 3 },
  ];
  // The node of the reply died before it could say that a person had taken the chat.
  chat.now = { ...atStart, position: { turn: 2, epoch: 3 }, events: moves, turns: [{ ...said, epoch: 2 }] };
  add({ type: "holder", data: { holder: "waiting", at: "" } });
  add({ type: "error", data: { code: "internal_error", message: "", retryable: true } });

  await expect.poll(heard).toContain("evt_returned");
  expect(eventsIn(heard())).toEqual([
    "holder evt_1",
    "start rep_1.1",
    "holder rep_1.2",
    "error rep_1.3",
    "holder evt_joined",
    "person_message evt_2",
    "holder evt_returned",
  ]);
  stream.end();
  await over;
});
