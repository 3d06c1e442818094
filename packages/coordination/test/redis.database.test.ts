import { afterAll, describe, test } from "vitest";
import type { Coordination } from "@servicechat/coordination";
import { ownKeyPrefix } from "../../../test/support/test-servers.ts";
import { openRedisNode } from "../src/redis/open-redis-node.ts";
import type { ManualClock } from "./manual-clock.ts";
import { deleteKeys, redisMissing, redisUrl } from "./redis-server.ts";
import { coordinationSuite } from "./suite.ts";

const run = await ownKeyPrefix();
const prefixes = new WeakMap<Coordination, string>();
let opened = 0;

async function open(
  clock: ManualClock,
  restarted?: { readonly restartOf: Coordination },
): Promise<Coordination> {
  const prefix = (restarted && prefixes.get(restarted.restartOf)) ?? `${run}:${++opened}`;
  const coordination = await openRedisNode({
    url: redisUrl,
    prefix,
    clock,
    leaseMs: 15_000,
    renewMs: 5_000,
    serverMicroseconds: () => 1_790_000_000_000_000 + Math.round(clock.serverMs() * 1_000),
  });
  prefixes.set(coordination, prefix);
  return coordination;
}

if (redisMissing === undefined) {
  coordinationSuite("redis", open, { windowsSurvive: "in a server" });
  afterAll(() => deleteKeys(run));
} else {
  describe.skip(`redis: ${redisMissing}`, () => test("the promises of every driver", () => undefined));
}
