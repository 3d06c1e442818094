import type { ConcurrencySlot, ConcurrencySlots } from "../coordination.ts";
import type { RedisLink } from "./link.ts";
import type { LeaseTimes } from "./nodes.ts";
import { defineScript } from "./script.ts";

/** Maximum number of one key's slots whose leases one call renews: a script accepts a few thousand arguments. */
const maxAtOnce = 2_000;

interface Dependencies extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
  readonly nodes: { readonly known: readonly string[] };
}

/**
 * Slots over several nodes: one script counts those of a key. A slot has a lease, which its node renews.
 *
 * While Redis is lost, a node uses its share of the limit, as it does for requests: the limit divided by the number of
 * nodes, but at least one. It does not know what the others gave away before the loss, so until those have left there
 * may be more than the limit, though less than twice as many, unless the limit is below the number of nodes. When Redis
 * is back, all slots are stored in it again.
 */
export function createRedisConcurrencySlots({
  link,
  prefix,
  nodeId,
  nodes,
  leaseMs,
  renewMs,
}: Dependencies): ConcurrencySlots & {
  /** Frees all slots. */
  leaveAll(): Promise<void>;
} {
  /** This node's slots, by key. */
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
    // A slot that could not be removed from Redis expires with its lease.
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

/*
 * The slots of a key: a sorted set of their names, scored by the end of their lease in milliseconds. A slot with an
 * expired lease disappeared with its node. KEYS of each script: the set.
 */

/**
 * Takes a slot. ARGV: its name; length of a lease in milliseconds; maximum number of slots. Returns 1 if it was taken.
 */
export const takeSlot = defineScript(`
local now = microseconds('') / 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. whole(now))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], whole(now + tonumber(ARGV[2])), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
`);

/** Renews leases, and adds slots again that Redis has lost. ARGV: length of a lease in milliseconds; the names. */
export const holdSlots = defineScript(`
local ends = whole(microseconds('') / 1000 + tonumber(ARGV[1]))
for at = 2, #ARGV do redis.call('ZADD', KEYS[1], ends, ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
`);

/** Frees a slot. ARGV: its name. */
export const leaveSlot = defineScript(`
return redis.call('ZREM', KEYS[1], ARGV[1])
`);
