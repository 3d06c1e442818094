import { randomUUID } from "node:crypto";
import type { Clock, Coordination } from "../coordination.ts";
import { hourMs, minuteMs } from "../memory/request-counter.ts";
import { learnWindows, openCounter, countRequest, pushRequests, readAges } from "./shared-windows.ts";
import { createLink } from "./link.ts";
import { createRedisLiveReplies } from "./live-replies.ts";
import { createRedisNodes, endLease, renewLease } from "./nodes.ts";
import type { LeaseTimes } from "./nodes.ts";
import { createRedisNodeEvents } from "./node-events.ts";
import { appendFrames } from "./reply-streams.ts";
import { holdTurnSlot, createRedisTurnOrder } from "./turn-order.ts";
import { holdSlots, leaveSlot, takeSlot, createRedisConcurrencySlots } from "./concurrency-slots.ts";

const scripts = [
  countRequest,
  pushRequests,
  readAges,
  appendFrames,
  holdTurnSlot,
  renewLease,
  endLease,
  takeSlot,
  holdSlots,
  leaveSlot,
];

/** The required methods of a logger: details first, then a sentence. */
export interface RedisLog {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

interface RedisNodeDependencies extends LeaseTimes {
  readonly url: string;
  readonly prefix: string;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly log?: RedisLog;
  /** Replaces the server's own time in request windows, for tests. */
  readonly serverMicroseconds?: () => number;
}

/** Opens a node's coordination with times that the caller controls. */
export async function openRedisNode(dependencies: RedisNodeDependencies): Promise<Coordination> {
  const { url, prefix, clock, log, leaseMs, renewMs, serverMicroseconds } = dependencies;
  const nodeId = randomUUID();
  const nowMs = (): number => clock.monotonicMs();
  const link = createLink({ url, scripts });
  const shared = { link, prefix, nodeId, leaseMs, renewMs };

  const nodes = createRedisNodes(shared);
  const turns = createRedisTurnOrder(shared);
  const nodeEvents = createRedisNodeEvents(shared);
  const replies = createRedisLiveReplies(shared);
  const concurrencySlots = createRedisConcurrencySlots({ ...shared, nodes });
  const counting = { ...shared, nodes, nowMs, serverMicroseconds };
  const counter = openCounter({ ...counting, name: "window", channelName: "counted", windowMs: minuteMs });
  const hourCounter = openCounter({
    ...counting,
    name: "hour",
    channelName: "counted-hour",
    windowMs: hourMs,
  });
  link.onConnect(() => learnWindows({ link, prefix, counters: [counter, hourCounter] }));

  try {
    await link.open();
  } catch (cause) {
    await close();
    throw new Error("Redis cannot be reached, so this node cannot know who shares the limits with it.", {
      cause,
    });
  }
  // The service continues without it, so the loss would otherwise go unnoticed.
  link.onLost(() =>
    log?.warn(
      {},
      "Redis is unreachable: this node applies its share of the limits and cannot hear the other nodes",
    ),
  );
  link.onUp(() => log?.info({}, "Redis is back"));

  async function close(): Promise<void> {
    await replies.flush();
    await turns.leaveAll();
    await concurrencySlots.leaveAll();
    await nodes.leave();
    replies.clear();
    nodeEvents.clear();
    link.close();
  }

  return {
    counter,
    hourCounter,
    concurrencySlots,
    replies,
    turns,
    nodeEvents,
    nodes,
    close,
    [Symbol.asyncDispose]: close,
  };
}
