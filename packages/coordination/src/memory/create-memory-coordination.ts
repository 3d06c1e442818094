import { randomUUID } from "node:crypto";
import type { Clock, Coordination } from "../coordination.ts";
import { createLiveReplies } from "./live-replies.ts";
import { createNodeEvents } from "./node-events.ts";
import { createRequestCounter, hourMs, minuteMs } from "./request-counter.ts";
import { createConcurrencySlots } from "./concurrency-slots.ts";
import { createTurnOrder } from "./turn-order.ts";

/**
 * Coordination for a service of one process: plain maps, all results at once, nothing to close but the maps. What must
 * survive a clean restart is in the counters' `snapshot()`.
 *
 * @example
 * const coordination = createMemoryCoordination({
 *   clock: { monotonicMs: () => performance.now(), wallMs: () => Date.now() },
 * });
 */
export function createMemoryCoordination({ clock }: { readonly clock: Clock }): Coordination {
  const replies = createLiveReplies();
  const nodeEvents = createNodeEvents();

  const id = randomUUID();

  async function close(): Promise<void> {
    replies.clear();
    nodeEvents.clear();
  }

  return {
    counter: createRequestCounter({ clock, windowMs: minuteMs }),
    hourCounter: createRequestCounter({ clock, windowMs: hourMs }),
    concurrencySlots: createConcurrencySlots(),
    replies,
    turns: createTurnOrder(),
    nodeEvents,
    nodes: { id, alive: async () => [id], onLost: () => () => undefined },
    close,
    [Symbol.asyncDispose]: close,
  };
}
