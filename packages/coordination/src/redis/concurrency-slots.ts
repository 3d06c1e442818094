import type { ConcurrencySlot, ConcurrencySlots } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { holdSlots, leaveSlot, takeSlot } from "./scripts/slot-scripts.ts";

/** Most slots of one key whose leases are renewed by one call: a script takes a few thousand arguments at most. */
const maxAtOnce = 2_000;

interface Parts extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
  readonly nodes: { readonly known: readonly string[] };
}

/**
 * Slots over several nodes: each key's are counted by one script. A slot has a lease, which its node renews.
 *
 * While Redis is lost, a node gives away its share of the limit, as it does with requests: the limit by the number of
 * nodes, and one at least. What the others gave away before the loss it does not know, so that until those have left
 * there may be more than the limit, though less than twice as many, if it is not below the number of nodes. When Redis is back, all slots are brought back into it.
 */
export function createRedisConcurrencySlots({
  link,
  prefix,
  nodeId,
  nodes,
  leaseMs,
  renewMs,
}: Parts): ConcurrencySlots & {
  /** Gives back all slots. */
  leaveAll(): Promise<void>;
} {
  /** This node's own, by key. */
  const held = new Map<string, Set<string>>();
  let slots = 0;
  const slotsKey = (key: string): string => `${prefix}:{seats:${key}}`;

  function keep(key: string, name: string): ConcurrencySlot {
    const names = held.get(key) ?? new Set();
    held.set(key, names.add(name));
    return { leave: () => void leave(key, name) };
  }

  async function leave(key: string, name: string): Promise<void> {
    const names = held.get(key);
    if (!names?.delete(name)) return;
    if (names.size === 0) held.delete(key);
    // What Redis is not told runs out with its lease.
    if (link.up) await link.run(leaveSlot, [slotsKey(key)], [name]).catch(() => undefined);
  }

  function takeAlone(key: string, limit: number, name: string): ConcurrencySlot | undefined {
    const share = Math.max(1, Math.floor(limit / nodes.known.length));
    return (held.get(key)?.size ?? 0) < share ? keep(key, name) : undefined;
  }

  async function holdAll(): Promise<void> {
    for (const [key, names] of held) {
      const list = [...names];
      for (let from = 0; from < list.length; from += maxAtOnce) {
        await link.run(holdSlots, [slotsKey(key)], [leaseMs, ...list.slice(from, from + maxAtOnce)]);
      }
    }
  }

  link.onConnect(holdAll);
  const timer = setInterval(() => link.up && void holdAll().catch(() => undefined), renewMs).unref();

  return {
    async take(key, limit) {
      const name = `${nodeId}:${++slots}`;
      if (!link.up) return takeAlone(key, limit, name);
      try {
        const taken = await link.run(takeSlot, [slotsKey(key)], [name, leaseMs, limit]);
        return taken === 1 ? keep(key, name) : undefined;
      } catch {
        return takeAlone(key, limit, name);
      }
    },
    async leaveAll() {
      clearInterval(timer);
      for (const [key, names] of held) for (const name of names) await leave(key, name);
    },
  };
}
