import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { maxInAWindow } from "../../packages/coordination/test/cluster-model.ts";
import { createManualClock } from "../../packages/coordination/test/manual-clock.ts";
import { startOwnRedis } from "../../packages/coordination/test/own-redis.ts";
import { startFaultProxy } from "../harness/fault-proxy.ts";
import { handTurnOn } from "../support/hand-turn-on.ts";
import { missingForCluster } from "../support/spawn-cluster.ts";
import { startService } from "../support/start-service.ts";
import type { TestService } from "../support/start-service.ts";

const missing = await missingForCluster();

/** All visitors of one key: the requests of one second, half of them to each node, all at the same time. */
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

/** Real time for each second of the test's clock, in milliseconds: enough for connections to recover. */
const secondMs = 12;

describe.skipIf(missing !== undefined)(`on two nodes${missing === undefined ? "" : `: ${missing}`}`, () => {
  test("Promises 17 and 18: in no 60 seconds are more requests of a key accepted than its limit, while Redis is away and when it is back, with its data or without", async () => {
    await using redis = await startOwnRedis();
    await using network = await startFaultProxy({ port: Number(new URL(redis.url).port) });
    const clock = createManualClock();
    const redisUrl = `redis://127.0.0.1:${network.port}`;
    await using service = await startService({ nodes: 2, clock, redisUrl });
    const losses = new Map<number, () => unknown>([
      [22, () => (network.set({ refuse: true }), network.cut())],
      // Across the end of the first minute: the first accepted requests leave the window in the meantime.
      [57, () => redis.kill()],
      [118, () => network.set({ stall: true })],
    ]);
    const returns = new Map<number, () => unknown>([
      [40, () => network.set({})],
      [75, () => redis.start()],
      [122, () => network.set({})],
    ]);

    const heard = await Promise.all(crowds.map((crowd) => gather(service, crowd)));
    for (let second = 0; second < 190; second++) {
      const lose = losses.get(second);
      if (lose) {
        // Once in each direction, since requests go to the nodes in turn. Then both know about all accepted requests:
        // messages on the way to them would be lost.
        for (const _ of ["there", "back"]) await handTurnOn(service.model, service, service);
        await lose();
      }
      await returns.get(second)?.();
      await Promise.all(heard.map(({ send }) => send(second)));
      clock.advance(1_000);
      await pause(secondMs);
    }

    for (const { name, limit, accepted, statuses } of heard) {
      expect([name, statuses]).toEqual([name, new Set([200, 429])]);
      expect(maxInAWindow(accepted), name).toBeLessThanOrEqual(limit);
      // Careful, but not closed: these are three minutes.
      expect(accepted.length, name).toBeGreaterThan(2 * limit);
    }
  });

  /** A new key, and the results of its requests. */
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
