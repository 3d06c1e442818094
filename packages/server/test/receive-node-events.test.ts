import type { StreamEvent } from "@servicechat/contract";
import type { NodeEvent } from "@servicechat/coordination";
import { expect, test } from "vitest";
import type { ReplyJob } from "../src/reply/reply-job.ts";
import { receiveNodeEvents } from "../src/streams/external-changes.ts";

/** The effect of other nodes' events on these jobs. */
function receive(jobs: readonly ReplyJob[]) {
  const aborted: string[] = [];
  const cuts: unknown[] = [];
  const idleCuts: unknown[] = [];
  let publish = (_notice: NodeEvent): void => {};
  receiveNodeEvents(
    {
      publish: () => undefined,
      subscribe(listener) {
        publish = listener;
        return () => undefined;
      },
    },
    {
      replies: {
        run: async () => undefined,
        abort: (ended, reason) =>
          void aborted.push(...ended.map(({ replyId }) => `${replyId}: ${String(reason)}`)),
        jobs: () => jobs,
        jobsOf: (sessionId) => jobs.filter((job) => job.sessionId === sessionId),
        count: () => ({ waiting: 0, running: 2 }),
        idle: async () => undefined,
      },
      streams: {
        open: () => undefined,
        cut: (...given) => void cuts.push(given),
        keyIds: () => new Set(),
        count: () => 0,
      },
      idle: {
        follow: async () => undefined,
        beat: () => undefined,
        wake: () => undefined,
        typing: () => undefined,
        showPlaces: () => undefined,
        originsByKey: () => new Map(),
        cut: (...given) => void idleCuts.push(given),
        poll: async () => undefined,
        count: () => 0,
        endAll: () => undefined,
      },
    },
  );
  return { aborted, cuts, idleCuts, publish };
}

test("a revoked key ends its own replies, which tell their readers, and cuts its streams of all others at once", () => {
  const { aborted, cuts, idleCuts, publish } = receive([
    { replyId: "rep_1", keyId: "revoked" },
    { replyId: "rep_2", keyId: "good" },
  ] as ReplyJob[]);

  publish({ type: "key-revoked", keyId: "revoked" });

  expect(aborted).toEqual(["rep_1: key_revoked"]);
  // Readers of a reply that is being ended are told once that is committed: they find all of it in history.
  expect(idleCuts).toEqual([[{ type: "key-revoked", keyId: "revoked" }, "key_revoked"]]);
  expect(cuts).toEqual([["revoked", "key_revoked", new Set(["rep_1"])]]);
});

test("a take that is heard of late ends the replies before it, and none that the chat's return began since", () => {
  const { aborted, publish } = receive([
    { replyId: "rep_before", sessionId: "ses_1", epoch: 1 },
    { replyId: "rep_after", sessionId: "ses_1", epoch: 3 },
    { replyId: "rep_other", sessionId: "ses_2", epoch: 0 },
  ] as ReplyJob[]);

  publish({ type: "chat-moved", sessionId: "ses_1", epoch: 2, change: { holder: "person", at: "" } });

  expect(aborted).toEqual(["rep_before: taken"]);
});

test("moves that arrive in the wrong order are sent to a reply's readers only forwards", () => {
  const told: StreamEvent[] = [];
  const live = { write: (event: StreamEvent) => void told.push(event) };
  const { publish } = receive([{ replyId: "rep_1", sessionId: "ses_1", epoch: 0, live } as ReplyJob]);
  const move = (epoch: number, holder: "waiting" | "agent") =>
    publish({ type: "chat-moved", sessionId: "ses_1", epoch, change: { holder, at: "" } });

  move(1, "waiting");
  move(3, "waiting");
  move(2, "agent");

  expect(told.map(({ type }) => type)).toEqual(["holder", "holder"]);
  expect(told.at(-1)).toMatchObject({ data: { holder: "waiting" } });
});
