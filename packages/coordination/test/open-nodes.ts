import type { Coordination } from "@servicechat/coordination";
import { openRedisNode } from "../src/redis/open-redis-node.ts";

/** No call may take longer, whatever Redis does. */
const patienceMs = 2_000;

/** Leases that are over soon. */
export const quick = { leaseMs: 600, renewMs: 150 };

/** Where nodes meet. */
interface MeetingPlace {
  readonly url: string;
  /** Of all their keys; a Redis of the test's own needs none to itself. */
  readonly prefix?: string;
}

type Timing = Partial<
  Pick<Parameters<typeof openRedisNode>[0], "leaseMs" | "renewMs" | "serverMicroseconds">
>;

/** So many nodes on one Redis, which know of each other. */
export async function openNodes(
  { url, prefix = "servicechat-test" }: MeetingPlace,
  count: number,
  timing: Timing = {},
) {
  const clock = { monotonicMs: () => performance.now() };
  const list: Coordination[] = [];
  for (let index = 0; index < count; index++)
    list.push(await openRedisNode({ url, prefix, clock, leaseMs: 15_000, renewMs: 5_000, ...timing }));
  // Each share depends on knowing everybody.
  for (const node of list) await node.nodes.alive();
  const [first, second = first] = list;
  if (!first || !second) throw new Error("No node was asked for.");
  return {
    prefix,
    list: [first, second, ...list.slice(2)] as const,
    async [Symbol.asyncDispose]() {
      await inTime(Promise.all(list.map((node) => node.close())), 3_000);
    },
  };
}

/** Waits for an answer, but not longer than a caller would. */
export async function inTime<Answer>(answer: Answer | Promise<Answer>, ms = patienceMs): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${ms} ms.`)), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
