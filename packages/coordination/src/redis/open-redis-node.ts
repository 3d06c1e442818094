import { randomUUID } from "node:crypto";
import type { Clock, Coordination } from "../coordination.ts";
import { createLink } from "./link.ts";
import { createRedisLiveReplies } from "./live-replies.ts";
import { createRedisNodes } from "./nodes.ts";
import type { LeaseTimes } from "./nodes.ts";
import { createRedisNotices } from "./notices.ts";
import { createSharedCounter } from "./request-counter.ts";
import { appendFrames } from "./scripts/append-frames.ts";
import { holdPlace } from "./scripts/hold-place.ts";
import { endLease, renewLease } from "./scripts/renew-lease.ts";
import { countRequest, pushRequests, readAges } from "./scripts/window-scripts.ts";
import { createShareRule } from "./share-rule.ts";
import { createSharedWindows } from "./shared-windows.ts";
import { createRedisTurnOrder } from "./turn-order.ts";

const scripts = [countRequest, pushRequests, readAges, appendFrames, holdPlace, renewLease, endLease];

export interface RedisNodeParts extends LeaseTimes {
  readonly url: string;
  readonly prefix: string;
  readonly clock: Pick<Clock, "monotonicMs">;
  /** Replaces the server's own time in request windows, for tests. */
  readonly serverMicroseconds?: () => number;
}

/** Opens a node's coordination with all its times in the caller's hand. */
export async function openRedisNode(parts: RedisNodeParts): Promise<Coordination> {
  const { url, prefix, clock, leaseMs, renewMs, serverMicroseconds } = parts;
  const nodeId = randomUUID();
  const nowMs = (): number => clock.monotonicMs();
  const link = createLink({ url, scripts });
  const shared = { link, prefix, nodeId, leaseMs, renewMs };

  const nodes = createRedisNodes(shared);
  const turns = createRedisTurnOrder(shared);
  const notices = createRedisNotices(shared);
  const replies = createRedisLiveReplies(shared);
  const rule = createShareRule({ nowMs });
  const windows = createSharedWindows({ ...shared, rule, serverMicroseconds });
  const counter = createSharedCounter({ windows, rule, nodeId, nowMs });

  link.onTrouble(() => rule.begin(nodes.known.length));
  link.onRelief(() => rule.end());
  link.onConnect(async () => {
    if (!rule.active) await windows.learn();
  });
  // Sent before anything that is counted in Redis from now on, and so counted there first.
  link.onUp(() => void counter.pushUnsent().catch(() => undefined));

  try {
    await link.open();
  } catch (cause) {
    await close();
    throw new Error("Redis cannot be reached, so this node cannot know who shares the limits with it.", {
      cause,
    });
  }

  async function close(): Promise<void> {
    await replies.flush();
    await turns.leaveAll();
    await nodes.leave();
    replies.clear();
    notices.clear();
    link.close();
  }

  return { counter, replies, turns, notices, nodes, close, [Symbol.asyncDispose]: close };
}
