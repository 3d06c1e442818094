import type { Clock, Coordination } from "../coordination.ts";
import { openRedisNode } from "./open-redis-node.ts";
import type { RedisLog } from "./open-redis-node.ts";

/** A node is lost if it was silent for this long, in milliseconds; it renews its lease three times in that time. */
const leaseMs = 15_000;
const renewMs = 5_000;

interface RedisCoordinationOptions {
  /** `redis://[[user]:password@]host[:port][/database]`, or `rediss:` for TLS. */
  readonly url: string;
  /** The prefix of all keys and channels: nodes with the same prefix on the same server belong together. */
  readonly prefix: string;
  readonly clock: Clock;
  /** Receives a line when Redis is lost, and when it is back. */
  readonly log?: RedisLog;
}

/**
 * Coordination for a service of several nodes, through one Redis (7.0 or later). Joins the existing nodes.
 *
 * If Redis is lost later, nothing waits for it longer than about a second, and the service continues: each node keeps
 * its own replies, its own order of turns and its share of every limit. When Redis is back, everything continues as
 * before, without a restart.
 *
 * Request windows are stored in Redis and outlive every node: `counter.snapshot()` is empty, `counter.restore()` does
 * nothing.
 *
 * @throws if Redis cannot be reached at the start: a node that knows no others could not keep its share of a limit.
 *
 * @example
 * const coordination = await openRedisCoordination({
 *   url: "redis://127.0.0.1:6379",
 *   prefix: "servicechat",
 *   clock: { monotonicMs: () => performance.now(), wallMs: () => Date.now() },
 * });
 */
export function openRedisCoordination(options: RedisCoordinationOptions): Promise<Coordination> {
  return openRedisNode({ ...options, leaseMs, renewMs });
}
