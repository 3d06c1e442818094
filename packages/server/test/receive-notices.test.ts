import type { Notice } from "@servicechat/coordination";
import { expect, test } from "vitest";
import type { ReplyJob } from "../src/conversation/reply-job.ts";
import { receiveNotices } from "../src/visitor/receive-notices.ts";

test("a revoked key ends its own replies, which tell their readers, and cuts its streams of all others at once", () => {
  const jobs = [
    { replyId: "rep_1", keyId: "revoked" },
    { replyId: "rep_2", keyId: "good" },
  ] as ReplyJob[];
  const aborted: string[] = [];
  const cuts: unknown[] = [];
  const idleCuts: unknown[] = [];
  let publish = (_notice: Notice): void => {};
  receiveNotices(
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
        abort: (which, reason) =>
          void aborted.push(...jobs.filter(which).map(({ replyId }) => `${replyId}: ${String(reason)}`)),
        jobs: () => jobs,
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
        wake: () => undefined,
        typing: () => undefined,
        cut: (...given) => void idleCuts.push(given),
        look: async () => undefined,
        keyIds: () => new Set(),
        count: () => 0,
        endAll: () => undefined,
      },
    },
  );

  publish({ type: "key-revoked", keyId: "revoked" });

  expect(aborted).toEqual(["rep_1: key_revoked"]);
  // What is being ended is told its readers once it is committed: they find all of it in history.
  expect(idleCuts).toEqual([[{ type: "key-revoked", keyId: "revoked" }, "key_revoked"]]);
  expect(cuts).toEqual([["revoked", "key_revoked", new Set(["rep_1"])]]);
});
