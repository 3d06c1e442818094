import type { Nodes } from "../coordination.ts";
import { createListeners } from "../memory/node-events.ts";
import type { RedisLink } from "./link.ts";
import { defineScript } from "./script.ts";

/** How long a node counts as alive, and how often it renews its lease, in milliseconds. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly renewMs: number;
}

interface Dependencies extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/** The nodes that are alive, by leases that every node renews. While Redis is away, no changes are visible. */
export function createRedisNodes({ link, prefix, nodeId, leaseMs, renewMs }: Dependencies): Nodes & {
  /** The nodes that were alive at the last check. */
  readonly known: readonly string[];
  /** Signs off, so that no other node considers this one lost. */
  leave(): Promise<void>;
} {
  const key = `${prefix}:{nodes}`;
  const claims = `${key}:claimed`;
  const channel = `${prefix}:nodes`;
  const listeners = createListeners<string>();
  let known: readonly string[] = [nodeId];
  let leaving = false;

  async function check(): Promise<void> {
    if (leaving) return;
    const answer = await link.run(renewLease, [key, claims], [nodeId, leaseMs, channel, ...known]);
    const [alive, claimed] = answer as [string[], string[]];
    known = alive;
    for (const lost of claimed) {
      listeners.call(lost);
      await link.send("ZREM", claims, lost);
    }
  }

  const checkIfUp = (): void => void (link.up && check().catch(() => undefined));
  const timer = setInterval(checkIfUp, renewMs).unref();
  link.onConnect(check);
  // Each needs to know how many nodes share the limit, so joining and leaving take effect at this moment.
  link.hear(channel, (message) => {
    const who = message.slice(1);
    if (who === nodeId) return;
    const others = known.filter((node) => node !== who);
    known = message.startsWith("+") ? [...others, who] : others;
    checkIfUp();
  });

  return {
    id: nodeId,
    get known() {
      return known;
    },
    async alive() {
      if (link.up) await check().catch(() => undefined);
      return known;
    },
    onLost: (listener) => listeners.add(listener),
    async leave() {
      leaving = true;
      clearInterval(timer);
      listeners.clear();
      if (link.up) await link.run(endLease, [key], [nodeId, leaseMs, channel]).catch(() => undefined);
    },
  };
}

/**
 * Renews a node's lease and checks the others. KEYS: a sorted set of nodes, scored by the end of their lease, and one
 * of the nodes that were claimed. ARGV: the node; length of a lease in milliseconds; the channel for joining and
 * leaving; then the nodes known so far.
 *
 * A node that removes an expired lease has claimed that node, and is the only one. If it is then silent for the length
 * of a lease, it may have died meanwhile, or never received the response: then another one claims. A node whose own
 * lease has expired cannot tell dead nodes from those that were cut off from Redis as well: it gives everyone a new
 * lease instead, and adds those that Redis forgot. So does a node that has just started, unless another node has a
 * lease: then Redis was not away, and dead nodes would only count as alive longer with each start. Returns: all nodes
 * alive; those claimed.
 */
export const renewLease = defineScript(`
local now = microseconds('') / 1000
local me, ends = ARGV[1], whole(now + tonumber(ARGV[2]))
local own = redis.call('ZSCORE', KEYS[1], me)
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. whole(now))
local claimed = {}
if own and tonumber(own) >= now then
  local left = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. whole(now))
  for _, nodes in ipairs({ ended, left }) do
    for _, node in ipairs(nodes) do
      redis.call('ZREM', KEYS[1], node)
      redis.call('ZADD', KEYS[2], ends, node)
      claimed[#claimed + 1] = node
    end
  end
else
  local wasThere = not own and redis.call('ZCOUNT', KEYS[1], whole(now), '+inf') > 0
  for _, node in ipairs(wasThere and {} or ended) do redis.call('ZADD', KEYS[1], ends, node) end
  for at = 4, #ARGV do redis.call('ZADD', KEYS[1], 'NX', ends, ARGV[at]) end
end
redis.call('ZADD', KEYS[1], ends, me)
redis.call('ZREM', KEYS[2], me)
if not own then redis.call('PUBLISH', ARGV[3], '+' .. me) end
return {redis.call('ZRANGE', KEYS[1], 0, -1), claimed}
`);

/** A node signs off. KEYS and the first and third ARGV as above. */
export const endLease = defineScript(`
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('PUBLISH', ARGV[3], '-' .. ARGV[1])
return 1
`);
