import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { StreamEvent } from "@servicechat/contract";
import type { Coordination, LiveReply, NodeEvent, TurnSlot } from "@servicechat/coordination";
import { ownKeyPrefix } from "../../../test/support/test-servers.ts";
import { inTime, loseAnother, openNodes, quick } from "./open-nodes.ts";
import { askRedis, deleteKeys, redisMissing, redisUrl } from "./redis-server.ts";

const run = await ownKeyPrefix();
const replyId = "rep_0198f0c4-0000-7000-8000-000000000001";
const start: StreamEvent = { type: "start", data: {} };
const done: StreamEvent = { type: "done", data: {} };
const lost: StreamEvent = { type: "error", data: { message: "Lost.", retryable: true, code: "internal" } };
const text = (data: string): StreamEvent => ({ type: "text", data });

describe.skipIf(redisMissing !== undefined)(
  `redis, several nodes${redisMissing === undefined ? "" : `: ${redisMissing}`}`,
  () => {
    afterAll(() => deleteKeys(run));

    test("Promise 18: nodes count one window together", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => (index % 2 ? one : other).counter.count("k", 60)),
      );
      expect(answers.filter(({ accepted }) => accepted)).toHaveLength(60);
      expect(await one.counter.peek("k", 60)).toMatchObject({ accepted: false, left: 0 });
    });

    test("an unused window expires automatically", async () => {
      await using nodes = await openNodes(apart(), 1);
      await nodes.list[0].counter.count("k", 60);
      const [name] = (await askRedis(["KEYS", `${nodes.prefix}:{window:*`])) as string[];
      const life = Number(await askRedis(["PTTL", name ?? ""]));
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(60_000);
    });

    test("a server clock that was set back allows no extra requests and blocks nobody for more than a minute", async () => {
      let serverMs = 1_790_000_000_000;
      await using nodes = await openNodes(apart(), 1, { serverMicroseconds: () => serverMs * 1_000 });
      const { counter } = nodes.list[0];
      await counter.count("k", 2);
      serverMs += 10_000;
      await counter.count("k", 2);
      serverMs -= 3_600_000;
      expect(await counter.count("k", 2)).toEqual({ accepted: false, left: 0, resetMs: 50_000 });
      serverMs += 50_000;
      expect(await counter.count("k", 2)).toMatchObject({ accepted: true, left: 0, resetMs: 10_000 });
    });

    test("slots of a key are counted over all nodes, and can be freed on any", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      const taken = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          (index % 2 ? one : other).concurrencySlots.take("k", 5),
        ),
      );
      const slots = taken.filter((slot) => slot !== undefined);
      expect(slots).toHaveLength(5);
      slots[0]?.leave();
      await expect.poll(async () => one.concurrencySlots.take("k", 5)).toBeDefined();
      expect(await other.concurrencySlots.take("k", 5)).toBeUndefined();
    });

    test("the slots of a lost node are free when its lease has expired, and not before", async () => {
      await using nodes = await openNodes(apart(), 1);
      const { concurrencySlots: slots } = nodes.list[0];
      const lease = (ms: number) =>
        askRedis(["ZADD", `${nodes.prefix}:{seats:k}`, String(Date.now() + ms), "lost:1"]);
      await lease(60_000);
      expect(await slots.take("k", 1)).toBeUndefined();
      await lease(-1);
      expect(await slots.take("k", 1)).toBeDefined();
    });

    test("a reply is followed on another node from its first frame to its last, each once and with the same bytes", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      const writer = one.replies.create(replyId);
      writer.write(start);
      for (let number = 0; number < 5; number++) writer.write(text(`before ${number} \u{1F600}\n`));
      const found = await findOn(other);
      let calls = 0;
      found.onFrames(() => calls++);
      for (let number = 0; number < 700; number++) writer.write(text(`after ${number}`));
      writer.write(done);
      writer.close();
      await expect.poll(() => found.ended).toBe(true);
      expect(found.after(0)).toEqual(writer.reply.after(0));
      expect(found.after(700)).toEqual(writer.reply.after(700));
      expect(calls).toBeGreaterThan(0);
      expect(calls).toBeLessThan(700);
    });

    test("a listener on another node is called soon, even for a reply that is followed beside others", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      const silent = one.replies.create(replyId.replace(/1$/, "2"));
      silent.write(start);
      await findOn(other, silent.reply.id);
      const writer = one.replies.create(replyId);
      writer.write(start);
      const found = await findOn(other);
      const heard = new Promise<void>((resolve) => found.onFrames(() => resolve()));
      writer.write(text("now"));
      await inTime(heard, 500);
      expect(found.last).toBe(2);
    });

    test("readers of one node share one follower, and the same frames", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      one.replies.create(replyId).write(start);
      const found = await findOn(other);
      expect(await other.replies.find(replyId)).toBe(found);
    });

    test("a released reply is found on no node, and its stream expires automatically", async () => {
      await using nodes = await openNodes(apart(), 2);
      const [one, other] = nodes.list;
      const writer = one.replies.create(replyId);
      writer.write(start);
      const found = await findOn(other);
      writer.write(done);
      writer.close();
      await expect.poll(() => other.replies.find(replyId)).toBeUndefined();
      expect(found.after(0).map(({ type }) => type)).toEqual(["start", "done"]);
      const life = Number(await askRedis(["PTTL", `${nodes.prefix}:{live}:${replyId}`]));
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(60_000);
    });

    test("turns of one session run by number over all nodes, one at a time, and three wait", async () => {
      await using nodes = await openNodes(apart(), 3);
      const slots: (TurnSlot | undefined)[] = [];
      for (const number of [1, 2, 3, 4]) slots.push(await nodes.list[number % 3]?.turns.reserve("s"));
      expect(await nodes.list[0].turns.reserve("s")).toBeUndefined();
      const came: number[] = [];
      for (const number of [3, 1, 4, 2]) void slots[number - 1]?.lineUp(number).then(() => came.push(number));
      for (const number of [1, 2, 3, 4]) {
        const expected = [1, 2, 3, 4].slice(0, number);
        await expect.poll(() => came).toEqual(expected);
        await expect
          .poll(() => slots.map((slot) => slot?.isWaiting()))
          .toEqual([1, 2, 3, 4].map((turn) => turn > number));
        slots[number - 1]?.leave();
      }
      expect(await nodes.list[1].turns.reserve("s")).toBeDefined();
    });

    test("events reach every node once, including the publisher", async () => {
      await using nodes = await openNodes(apart(), 2);
      const heard: NodeEvent[][] = nodes.list.map(({ nodeEvents }) => {
        const list: NodeEvent[] = [];
        nodeEvents.subscribe((event) => list.push(event));
        return list;
      });
      nodes.list[0].nodeEvents.publish({ type: "key-revoked", keyId: "k1" });
      nodes.list[0].nodeEvents.publish({ type: "stop-replies", sessionId: "s1" });
      const all = [
        { type: "key-revoked", keyId: "k1" },
        { type: "stop-replies", sessionId: "s1" },
      ];
      await expect.poll(() => heard).toEqual([all, all]);
    });

    test("nodes know about each other, and one that signs off is not lost", async () => {
      await using nodes = await openNodes(apart(), 3, quick);
      const [one, other, third] = nodes.list;
      const losses: string[] = [];
      for (const node of nodes.list) node.nodes.onLost((nodeId) => losses.push(nodeId));
      const ids = nodes.list.map(({ nodes: { id } }) => id);
      expect((await one.nodes.alive()).toSorted()).toEqual(ids.toSorted());
      await third?.close();
      expect((await other.nodes.alive()).toSorted()).toEqual(ids.slice(0, 2).toSorted());
      // Later than the third node's lease would have ended.
      await loseAnother(nodes, { losses, inMs: quick.leaseMs + 1 });
      expect(losses).toEqual(["another"]);
    });

    test("a node that starts beside another one considers no dead one alive", async () => {
      await using before = await openNodes(apart(), 1);
      const { prefix } = before;
      await askRedis(["ZADD", `${prefix}:{nodes}`, String(Date.now() - 1_000), "dead"]);
      await using after = await openNodes({ url: redisUrl, prefix }, 1);
      expect(await after.list[0].nodes.alive()).not.toContain("dead");
    });

    test("a lost node whose claimer died is claimed again, by exactly one", async () => {
      await using nodes = await openNodes(apart(), 3, quick);
      const losses: string[] = [];
      for (const node of nodes.list) node.nodes.onLost((nodeId) => losses.push(nodeId));
      const claimUntil = (ms: number) =>
        askRedis(["ZADD", `${nodes.prefix}:{nodes}:claimed`, String(Date.now() + ms), "lost-before"]);
      await claimUntil(60_000);
      await Promise.all(nodes.list.map((node) => node.nodes.alive()));
      expect(losses).toEqual([]);
      await claimUntil(-1);
      await expect.poll(() => losses).toEqual(["lost-before"]);
      // Later than this claim would have ended.
      await loseAnother(nodes, { losses, inMs: quick.leaseMs + 1 });
      expect(losses).toEqual(["lost-before", "another"]);
    });

    test("exactly one other node takes over a killed one, its turn passes to the next, and its replies can be ended", async () => {
      await using nodes = await openNodes(apart(), 3, quick);
      const dying = await openDying(nodes.prefix);
      const losses: string[] = [];
      for (const node of nodes.list)
        node.nodes.onLost((nodeId) => {
          losses.push(nodeId);
          node.replies.abandon(replyId, lost);
        });
      const found = await findOn(nodes.list[1]);
      const slot = await nodes.list[0].turns.reserve("s");
      let came = false;
      void slot?.lineUp(2).then(() => (came = true));
      expect(slot?.isWaiting()).toBe(true);
      dying.kill();
      await expect.poll(() => losses).toEqual([dying.nodeId]);
      await expect.poll(() => found.ended).toBe(true);
      expect(found.after(0).map(({ seq, type }) => [seq, type])).toEqual([
        [1, "start"],
        [2, "error"],
      ]);
      expect(found.after(1)[0]?.text).toContain(`id: ${replyId}.2\n`);
      expect(await nodes.list[2]?.replies.find(replyId)).toBeUndefined();
      await expect.poll(() => came).toBe(true);
      await loseAnother(nodes, { losses, inMs: quick.leaseMs + 1 });
      expect(losses).toEqual([dying.nodeId, "another"]);
      expect(await nodes.list[0].nodes.alive()).not.toContain(dying.nodeId);
    });
  },
);

/** On the Redis for tests, with separate keys. */
const apart = () => ({ url: redisUrl, prefix: `${run}:${randomUUID()}` });

async function findOn(node: Coordination, id = replyId): Promise<LiveReply> {
  return expect
    .poll(async () => await node.replies.find(id))
    .toBeDefined()
    .then(async () => {
      const found = await node.replies.find(id);
      if (!found) throw new Error("The reply was gone again.");
      return found;
    });
}

/** Starts a node in a separate process, with a running turn and a reply that has begun. */
async function openDying(prefix: string): Promise<{ readonly nodeId: string; kill(): void }> {
  const program = join(import.meta.dirname, "dying-node.ts");
  const { leaseMs, renewMs } = quick;
  const parts = [redisUrl, prefix, replyId, String(leaseMs), String(renewMs)];
  const child = spawn(process.execPath, [program, ...parts], { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { nodeId: said.toString().trim(), kill: () => void child.kill("SIGKILL") };
}
