import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import type { StreamEvent } from "@servicechat/contract";
import { describe, expect, test } from "vitest";
import type { Coordination, LiveReply } from "@servicechat/coordination";
import { inTime, openNodes, quick } from "./open-nodes.ts";
import { startOwnRedis } from "./own-redis.ts";

const hasServer = spawnSync("redis-server", ["--version"]).status === 0;
const replyId = "rep_0198f0c4-0000-7000-8000-000000000001";
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const cut: StreamEvent = { type: "error", data: { message: "m", retryable: true, code: "reply_cut" } };

describe.skipIf(!hasServer)(
  `following replies through an outage of Redis${hasServer ? "" : ": there is no redis-server on this machine"}`,
  () => {
    test("a reply of which nothing comes back after an outage is lost to its readers: they do not wait forever", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 2, quick);
      const [following, dying] = nodes.list;
      dying?.replies.create(replyId).write(start);
      const followed = await follow(following, replyId);
      let calls = 0;
      followed?.onFrames(() => calls++);
      await redis.kill();
      await dying?.close();
      await redis.start();
      expect(followed?.lost).toBe(false);
      await expect.poll(() => followed?.lost).toBe(true);
      expect(calls).toBe(1);
      expect(followed?.ended).toBe(false);
      expect(await following.replies.find(replyId)).toBeUndefined();
    });

    test("a reply that is followed through an outage longer than a lease is not lost while its node writes it", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 3, quick);
      const [one, other, dying] = nodes.list;
      const writer = one.replies.create(replyId);
      writer.write(start);
      const lostId = replyId.replace(/1$/, "2");
      dying?.replies.create(lostId).write(start);
      const followed = await follow(other, replyId);
      const lost = await follow(other, lostId);
      await redis.kill();
      await dying?.close();
      await pause(quick.leaseMs + 1);
      await redis.start();
      // One that its node no longer writes is abandoned, and would not be before this one.
      await expect.poll(() => lost?.lost).toBe(true);
      writer.write(done);
      await expect.poll(() => followed?.ended).toBe(true);
      expect(followed?.lost).toBe(false);
    });

    test("a reply that is abandoned during an outage ends for its followers when Redis is back", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 3);
      const [one, other, third] = nodes.list;
      one.replies.create(replyId).write(start);
      const followed = await follow(other, replyId);
      redis.stall();
      await inTime(one.counter.count("k", 60));
      await inTime(third?.counter.count("k", 60));
      third?.replies.abandon(replyId, cut);
      redis.goOn();
      await expect.poll(() => followed?.ended).toBe(true);
      expect(followed?.after(1).map(({ type }) => type)).toEqual(["error"]);
    });
  },
);

/** A reply of another node, with its first event. */
async function follow({ replies }: Coordination, id: string): Promise<LiveReply | undefined> {
  await expect.poll(async () => (await replies.find(id))?.last).toBe(1);
  return replies.find(id);
}
