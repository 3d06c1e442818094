import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import type { StreamEvent } from "@servicechat/contract";
import { openRedisCoordination } from "@servicechat/coordination/redis";
import { openNodes } from "./open-nodes.ts";
import { startOwnRedis } from "./own-redis.ts";
import type { OwnRedis } from "./own-redis.ts";
import { askRedis } from "./redis-server.ts";

const hasServer = spawnSync("redis-server", ["--version"]).status === 0;
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const text = (data: string): StreamEvent => ({ type: "text", data });

describe.skipIf(!hasServer)(
  `redis, publishing replies${hasServer ? "" : ": there is no redis-server on this machine"}`,
  () => {
    test("what many replies write in one turn of the event loop is sent in one command, and arrives separate and complete", async () => {
      await using redis = await startOwnRedis();
      // No lease is renewed meanwhile.
      await using nodes = await openNodes(redis, 2, { leaseMs: 600_000, renewMs: 300_000 });
      const [one, other] = nodes.list;
      const writers = Array.from({ length: 30 }, (_, number) => one.replies.create(replyId(number)));
      const before = await commands(redis);
      for (const writer of writers) writer.write(start);
      for (let piece = 0; piece < 9; piece++)
        for (const [number, writer] of writers.entries()) writer.write(text(`${number}: ${piece}`));
      for (const [number, { reply }] of writers.entries()) {
        await expect.poll(async () => (await other.replies.find(replyId(number)))?.last).toBe(10);
        expect((await other.replies.find(replyId(number)))?.after(0)).toEqual(reply.after(0));
      }
      expect((await commands(redis)) - before).toBe(1);
    });

    test("more than fits into one command is sent in several, and a long reply delays no other", async () => {
      await using redis = await startOwnRedis();
      await using one = await openNode(redis);
      await using other = await openNode(redis);
      const writers = [1, 2, 3].map((number) => one.replies.create(replyId(number)));
      for (const writer of writers) {
        writer.write(start);
        for (let piece = 0; piece < 700; piece++) writer.write(text(`${piece}`));
      }
      const found = await Promise.all(
        writers.map(async ({ reply }) => {
          await expect.poll(async () => (await other.replies.find(reply.id))?.last).toBe(701);
          return other.replies.find(reply.id);
        }),
      );
      for (const writer of writers) {
        writer.write(done);
        writer.close();
      }
      for (const [at, { reply }] of writers.entries()) {
        await expect.poll(() => found[at]?.ended).toBe(true);
        expect(found[at]?.after(0)).toEqual(reply.after(0));
      }
    });

    test("a reply that was silent while Redis lost its data is found on other nodes again", async () => {
      await using redis = await startOwnRedis();
      await using one = await openNode(redis);
      await using other = await openNode(redis);
      const writer = one.replies.create(replyId(1));
      writer.write(start);
      writer.write(text("So far."));
      await expect.poll(() => askRedis(["KEYS", `*${writer.reply.id}`], redis.url)).toHaveLength(1);
      await redis.kill();
      await redis.start();
      await expect
        .poll(async () => (await other.replies.find(writer.reply.id))?.after(0))
        .toEqual(writer.reply.after(0));
    });
  },
);

function replyId(number: number): string {
  return `rep_0198f0c4-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

function openNode({ url }: OwnRedis) {
  return openRedisCoordination({
    url,
    prefix: "servicechat-test",
    clock: { monotonicMs: () => performance.now(), wallMs: () => Date.now() },
  });
}

/** How many scripts that Redis was asked to run. */
async function commands({ url }: OwnRedis): Promise<number> {
  const said = String(await askRedis(["INFO", "commandstats"], url));
  return Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(said)?.[1] ?? 0);
}
