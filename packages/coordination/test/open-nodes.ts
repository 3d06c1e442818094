import { expect } from "vitest";
import type { Coordination } from "@servicechat/coordination";
import { askRedis } from "../../../test/servers/ask-redis.ts";
import { inLivedTime } from "../../../test/support/lived-time.ts";
import { openRedisNode } from "../src/redis/open-redis-node.ts";

/** No call may take longer, whatever Redis does. */
const patienceMs = 2_000;

/** Leases that expire soon. */
export const quick = { leaseMs: 600, renewMs: 150 };

/** What the nodes share. */
interface MeetingPlace {
  readonly url: string;
  /** The prefix of all their keys; a Redis used only by this test needs none. */
  readonly prefix?: string;
}

type Timing = Partial<
  Pick<Parameters<typeof openRedisNode>[0], "leaseMs" | "renewMs" | "serverMicroseconds">
>;

/** This many nodes on one Redis, which know about each other. */
export async function openNodes(
  { url, prefix = "servicechat-test" }: MeetingPlace,
  count: number,
  timing: Timing = {},
) {
  const clock = { monotonicMs: () => performance.now() };
  const list: Coordination[] = [];
  for (let index = 0; index < count; index++)
    list.push(await openRedisNode({ url, prefix, clock, leaseMs: 15_000, renewMs: 5_000, ...timing }));
  // Each share requires knowing all nodes.
  for (const node of list) await node.nodes.alive();
  const [first, second = first] = list;
  if (!first || !second) throw new Error("No node was asked for.");
  return {
    url,
    prefix,
    list: [first, second, ...list.slice(2)] as const,
    async [Symbol.asyncDispose]() {
      await inTime(Promise.all(list.map((node) => node.close())), 3_000);
    },
  };
}

/**
 * Adds a node without a process whose lease ends in this many milliseconds, and waits until it is lost. By then
 * everyone knows about all those whose leases ended before.
 */
export async function loseAnother(
  { url, prefix, list }: Pick<Awaited<ReturnType<typeof openNodes>>, "url" | "prefix" | "list">,
  { losses, inMs }: { readonly losses: readonly string[]; readonly inMs: number },
): Promise<void> {
  await askRedis(["ZADD", `${prefix}:{nodes}`, String(Date.now() + inMs), "another"], url);
  await expect.poll(() => losses).toContain("another");
  await Promise.all(list.map(({ nodes }) => nodes.alive()));
}

/**
 * Passes a turn of another session from one node to another. All earlier notifications over Redis have arrived by then.
 */
export async function handTurnOn(from: Coordination, to: Coordination): Promise<void> {
  const first = await from.turns.reserve("handed on");
  await first?.lineUp(1);
  const second = await to.turns.reserve("handed on");
  const arrived = second?.lineUp(2);
  first?.leave();
  await arrived;
  second?.leave();
}

/** Waits for a result, but not longer than a caller would. */
export function inTime<Answer>(answer: Answer | Promise<Answer>, ms = patienceMs): Promise<Answer> {
  return inLivedTime(answer, ms);
}
