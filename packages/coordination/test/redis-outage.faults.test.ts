import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { StreamEvent } from "@servicechat/contract";
import { openRedisCoordination } from "@servicechat/coordination/redis";
import { handTurnOn, inTime, loseAnother, openNodes, quick } from "./open-nodes.ts";
import { startOwnRedis } from "./own-redis.ts";
import type { OwnRedis } from "./own-redis.ts";
import { askRedis } from "./redis-server.ts";

const hasServer = spawnSync("redis-server", ["--version"]).status === 0;
const replyId = "rep_0198f0c4-0000-7000-8000-000000000001";
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const text = (data: string): StreamEvent => ({ type: "text", data });

/** The ways in which Redis goes away, and comes back. */
const ways = [
  {
    way: "killed and started again empty",
    goAway: async (redis: OwnRedis) => redis.kill(),
    comeBack: async (redis: OwnRedis) => redis.start(),
  },
  {
    way: "stalled",
    goAway: async (redis: OwnRedis) => redis.stall(),
    comeBack: async (redis: OwnRedis) => redis.goOn(),
  },
] as const;

describe.skipIf(!hasServer)(
  `a lost Redis${hasServer ? "" : ": there is no redis-server on this machine"}`,
  () => {
    describe.each(ways)("$way", ({ goAway, comeBack }) => {
      test("Promise 17: no call blocks, and the node continues with what it has itself", async () => {
        await using redis = await startOwnRedis();
        await using nodes = await openNodes(redis, 2);
        const [one, other] = nodes.list;
        const writer = one.replies.create(replyId);
        writer.write(start);
        await expect.poll(async () => (await other.replies.find(replyId))?.last).toBe(1);
        await (await other.turns.reserve("elsewhere"))?.lineUp(1);
        const behind = await one.turns.reserve("elsewhere");
        let cameAlone = false;
        void behind?.lineUp(2).then(() => (cameAlone = true));
        await handTurnOn(other, one);
        expect(cameAlone).toBe(false);
        await goAway(redis);

        const heard: string[] = [];
        one.nodeEvents.subscribe(({ type }) => heard.push(type));
        one.nodeEvents.publish({ type: "key-revoked", keyId: "k1" });
        expect(heard).toEqual(["key-revoked"]);
        expect(await inTime(one.counter.count("k", 60))).toMatchObject({ accepted: true, left: 29 });
        expect(await inTime(one.counter.peek("k", 60))).toMatchObject({ accepted: true, left: 29 });
        expect(await inTime(one.hourCounter.count("k", 60))).toMatchObject({ accepted: true, left: 29 });
        for (let slot = 0; slot < 2; slot++)
          expect(await inTime(one.concurrencySlots.take("k", 4))).toBeDefined();
        expect(await inTime(one.concurrencySlots.take("k", 4))).toBeUndefined();
        expect(await inTime(other.replies.find(replyId))).toBeUndefined();
        writer.write(text("on and on"));
        expect(await inTime(one.replies.find(replyId))).toBe(writer.reply);
        expect(writer.reply.last).toBe(2);
        expect(await inTime(one.nodes.alive())).toHaveLength(2);

        const slots = [];
        for (let number = 1; number <= 4; number++) slots.push(await inTime(one.turns.reserve("s")));
        expect(await inTime(one.turns.reserve("s"))).toBeUndefined();
        const came: number[] = [];
        for (const number of [2, 1, 4, 3])
          void slots[number - 1]?.lineUp(number).then(() => came.push(number));
        for (let number = 1; number <= 4; number++) {
          const expected = [1, 2, 3, 4].slice(0, number);
          await expect.poll(() => came).toEqual(expected);
          slots[number - 1]?.leave();
        }
        // Nobody can say when a turn on another node ends, so a node that is cut off keeps order among its own.
        await expect.poll(() => cameAlone).toBe(true);
        await comeBack(redis);
      });

      test("the log says once that it is lost, and once that it is back", async () => {
        await using redis = await startOwnRedis();
        const lines: string[] = [];
        const note = (_: object, message: string) => void lines.push(message);
        const clock = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };
        const log = { info: note, warn: note };
        await using node = await openRedisCoordination({ url: redis.url, prefix: "told", clock, log });
        expect(lines).toEqual([]);
        await goAway(redis);
        await expect.poll(() => lines).toEqual([expect.stringMatching(/^Redis is unreachable/)]);
        for (let request = 0; request < 3; request++) await inTime(node.counter.count("k", 60));
        await comeBack(redis);
        await expect.poll(() => lines.at(-1)).toBe("Redis is back");
        expect(lines).toHaveLength(2);
      });

      test("when it is back, everything continues without a restart", async () => {
        await using redis = await startOwnRedis();
        await using nodes = await openNodes(redis, 2);
        const [one, other] = nodes.list;
        const heard: string[] = [];
        other.nodeEvents.subscribe((event) => heard.push(JSON.stringify(event)));
        const writer = one.replies.create(replyId);
        writer.write(start);
        await expect.poll(async () => (await other.replies.find(replyId))?.last).toBe(1);
        const followed = await other.replies.find(replyId);
        const runs = await one.turns.reserve("s");
        await runs?.lineUp(1);
        await one.concurrencySlots.take("k", 3);
        await goAway(redis);
        await inTime(one.hourCounter.count("k", 60));
        expect(await inTime(other.concurrencySlots.take("k", 3))).toBeDefined();
        await inTime(one.counter.count("k", 60));
        await inTime(other.counter.count("k", 60));
        writer.write(text("meanwhile"));
        one.nodeEvents.publish({ type: "session-erased", sessionId: "never-heard-elsewhere" });
        await comeBack(redis);

        await expect.poll(() => followed?.last).toBe(2);
        await expect
          .poll(async () => {
            one.nodeEvents.publish({ type: "key-revoked", keyId: "k1" });
            return heard.length;
          })
          .toBeGreaterThan(0);
        expect(heard.join()).not.toContain("never-heard-elsewhere");
        await expect.poll(async () => (await other.nodes.alive()).length).toBe(2);
        expect((await other.replies.find(replyId))?.after(0)).toEqual(writer.reply.after(0));
        await using newcomers = await openNodes(redis, 1);
        const foundNew = await newcomers.list[0].replies.find(replyId);
        expect(foundNew?.after(0)).toEqual(writer.reply.after(0));
        writer.write(done);
        writer.close();
        await expect.poll(() => followed?.ended).toBe(true);
        expect(followed?.after(0)).toEqual(writer.reply.after(0));

        // The turn that ran through the outage is still running.
        const next = await other.turns.reserve("s");
        let came = false;
        void next?.lineUp(2).then(() => (came = true));
        await handTurnOn(one, other);
        expect(came).toBe(false);
        runs?.leave();
        await expect.poll(() => came).toBe(true);
        // Slots that were taken before and during the outage are all in Redis now.
        await expect
          .poll(async () => Number(await askRedis(["ZCARD", `${nodes.prefix}:{seats:k}`], redis.url)))
          .toBe(2);
        expect(await other.concurrencySlots.take("k", 2)).toBeUndefined();
        // What was accepted without Redis is in its window now.
        await expect
          .poll(async () => Number(await askRedis(["ZCARD", `${nodes.prefix}:{hour:k}`], redis.url)))
          .toBe(1);
        await expect
          .poll(async () => Number(await askRedis(["ZCARD", `${nodes.prefix}:{window:k}`], redis.url)))
          .toBe(2);
      });

      test("Promise 17: no key exceeds its limit over all nodes, however many requests there are at any time", async () => {
        const limit = 60;
        await using redis = await startOwnRedis();
        await using nodes = await openNodes(redis, 3);
        const accepted = { before: 0, while: 0, after: 0 };
        const asked = { before: 0, while: 0, after: 0 };
        let phase: keyof typeof accepted = "before";
        let over = false;
        for (let request = 0; request < 11; request++)
          if ((await nodes.list[0].counter.count("k", limit)).accepted) accepted.before++;
        await goAway(redis);
        phase = "while";
        const askers = nodes.list.flatMap((node) =>
          Array.from({ length: 3 }, async () => {
            while (!over) {
              const at = phase;
              if ((await node.counter.count("k", limit)).accepted) accepted[at]++;
              asked[at]++;
              await pause(5);
            }
          }),
        );
        await expect.poll(() => asked.while).toBeGreaterThan(500);
        await comeBack(redis);
        phase = "after";
        // Once everything that was accepted without Redis is in its window, the requests continue.
        const window = () => askRedis(["ZCARD", `${nodes.prefix}:{window:k}`], redis.url);
        await expect.poll(async () => Number(await window())).toBeGreaterThanOrEqual(48);
        asked.after = 0;
        await expect.poll(() => asked.after).toBeGreaterThan(500);
        over = true;
        await Promise.all(askers);
        expect(accepted.before).toBe(11);
        // 49 are left for three nodes: 16 each.
        expect(accepted.while + accepted.after).toBe(48);
      });
    });

    test("a short stall that only one node could have considered a loss makes every node careful", async () => {
      const limit = 30;
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 3);
      const [one, other] = nodes.list;
      redis.stall();
      const answers = await Promise.all(
        Array.from({ length: 40 }, async () => one.counter.count("k", limit)),
      );
      expect(answers.filter(({ accepted }) => accepted)).toHaveLength(10);
      redis.goOn();
      const later = await Promise.all(
        Array.from({ length: 40 }, async () => other.counter.count("k", limit)),
      );
      expect(later.filter(({ accepted }) => accepted).length).toBeLessThanOrEqual(10);
    });

    test("after an outage longer than a lease, no node that is alive counts as lost", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 3, quick);
      const losses: string[] = [];
      for (const node of nodes.list) node.nodes.onLost((nodeId) => losses.push(nodeId));
      // It comes back with all leases as they were, and all of them have expired.
      await askRedis(["SAVE"], redis.url);
      await redis.kill();
      await pause(quick.leaseMs + 1);
      await redis.start();
      // Later than any lease that somebody gave everyone in the meantime.
      await loseAnother(nodes, { losses, inMs: quick.leaseMs + 1 });
      expect(losses).toEqual(["another"]);
      expect(await nodes.list[0].nodes.alive()).toHaveLength(3);
    });

    test("a node that died in an outage is lost to exactly one of the others, although Redis forgot it", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 3, quick);
      const losses: string[] = [];
      for (const node of nodes.list) node.nodes.onLost((nodeId) => losses.push(nodeId));
      const [one, other, dying] = nodes.list;
      await Promise.all([one.nodes.alive(), other.nodes.alive()]);
      await redis.kill();
      // Without Redis it cannot sign off.
      await dying?.close();
      await redis.start();
      await expect.poll(() => losses).toEqual([dying?.nodes.id]);
      await loseAnother({ ...nodes, list: [one, other] }, { losses, inMs: quick.leaseMs + 1 });
      expect(losses).toEqual([dying?.nodes.id, "another"]);
      expect((await one.nodes.alive()).toSorted()).toEqual([one.nodes.id, other.nodes.id].toSorted());
    });

    test("a Redis that accepts nothing, even if it responds, counts as lost", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 2);
      await askRedis(["REPLICAOF", "127.0.0.1", "1"], redis.url);
      expect(await inTime(nodes.list[0].counter.count("k", 60))).toMatchObject({ accepted: true, left: 29 });
      await askRedis(["REPLICAOF", "NO", "ONE"], redis.url);
      await expect
        .poll(async () => Number(await askRedis(["ZCARD", `${nodes.prefix}:{window:k}`], redis.url)))
        .toBe(1);
    });

    test("a Redis that forgot the scripts gets them again", async () => {
      await using redis = await startOwnRedis();
      await using nodes = await openNodes(redis, 1);
      await askRedis(["SCRIPT", "FLUSH"], redis.url);
      expect(await nodes.list[0].counter.count("k", 60)).toMatchObject({ accepted: true, left: 59 });
      expect(Number(await askRedis(["ZCARD", `${nodes.prefix}:{window:k}`], redis.url))).toBe(1);
    });

    test("a starting node knows what was accepted before, in case Redis is lost immediately", async () => {
      await using redis = await startOwnRedis();
      await using first = await openNodes(redis, 1);
      for (let request = 0; request < 20; request++) await first.list[0].counter.count("k *?[1]", 60);
      await using second = await openNodes(redis, 1);
      await redis.kill();
      // 40 are left for two nodes.
      expect(await inTime(second.list[0].counter.count("k *?[1]", 60))).toMatchObject({ left: 19 });
    });

    test("without Redis at the start there is no coordination, and nothing is left open", async () => {
      await using redis = await startOwnRedis();
      redis.stall();
      await expect(inTime(openNodes(redis, 1), 8_000)).rejects.toThrow("Redis cannot be reached");
      redis.goOn();
      await redis.kill();
      await expect(inTime(openNodes(redis, 1))).rejects.toThrow("Redis cannot be reached");
    });
  },
);
