import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { maxInAWindow } from "../../packages/coordination/test/cluster-model.ts";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { startOwnRedis } from "../../packages/coordination/test/own-redis.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { missingForCluster } from "../support/spawn-cluster.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";

const missing = await missingForCluster();

/** All visitors of one key: what they send in a second, half of it to each node, all at the same time. */
interface Crowd {
  readonly name: string;
  readonly limit: number;
  readonly inSecond: (second: number) => number;
}

const crowds: readonly Crowd[] = [
  { name: "uses up its minute whenever there is room", limit: 60, inSecond: () => 8 },
  { name: "has used a part when Redis goes away", limit: 60, inSecond: (at) => (at < 20 ? 1 : 8) },
  { name: "has used nothing when Redis goes away", limit: 60, inSecond: (at) => (at < 25 ? 0 : 8) },
  { name: "may send few", limit: 7, inSecond: (at) => at % 3 },
];

/** The machine's own time for each second of the test's clock, in milliseconds: in it connections come back. */
const secondMs = 12;
/** Time in which nobody sends, so that what Redis tells has arrived everywhere, in milliseconds. */
const quietMs = 100;

describe.skipIf(missing !== undefined)(`on two nodes${missing === undefined ? "" : `: ${missing}`}`, () => {
  test("Promises 17 and 18: in no 60 seconds a key is accepted more often than its limit, while Redis is away and when it is back, with what it knew or without", async () => {
    await using redis = await startOwnRedis();
    await using network = await startFaultProxy({ port: Number(new URL(redis.url).port) });
    const clock = createManualClock();
    const redisUrl = `redis://127.0.0.1:${network.port}`;
    await using service = await startService({ nodes: 2, clock, redisUrl });
    const changes = new Map<number, () => unknown>([
      [22, () => (network.set({ refuse: true }), network.cut())],
      [40, () => network.set({})],
      // Over the end of the first minute: what was accepted first leaves the window meanwhile.
      [57, () => redis.kill()],
      [75, () => redis.start()],
      [118, () => network.set({ stall: true })],
      [122, () => network.set({})],
    ]);

    const heard = await Promise.all(crowds.map((crowd) => gather(service, crowd)));
    for (let second = 0; second < 190; second++) {
      const change = changes.get(second);
      // When all nodes have heard of all that was accepted: what is on its way to them would be lost.
      if (change) await pause(quietMs).then(change);
      await Promise.all(heard.map(({ send }) => send(second)));
      clock.advance(1_000);
      await pause(secondMs);
    }

    for (const { name, limit, accepted, statuses } of heard) {
      expect([name, statuses]).toEqual([name, new Set([200, 429])]);
      expect(maxInAWindow(accepted), name).toBeLessThanOrEqual(limit);
      // Careful, but not shut: these are three minutes.
      expect(accepted.length, name).toBeGreaterThan(2 * limit);
    }
  });

  /** A key of its own, and what becomes of its requests. */
  async function gather(service: TestService, { limit, inSecond, name }: Crowd) {
    const { key } = await service.createKey({ rateLimit: limit });
    const accepted: { at: number }[] = [];
    const statuses = new Set<number>();
    return {
      name,
      limit,
      accepted,
      statuses,
      send: (second: number) =>
        Promise.all(
          Array.from({ length: inSecond(second) }, async () => {
            const { status } = await service.fetch("/chat-bot/agent", {
              headers: { Authorization: `Bearer ${key}` },
            });
            statuses.add(status);
            if (status === 200) accepted.push({ at: second * 1_000 });
          }),
        ),
    };
  }
});
