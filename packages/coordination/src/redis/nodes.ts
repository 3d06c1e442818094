import type { Nodes } from "../coordination.ts";
import { createListeners } from "../memory/listeners.ts";
import type { RedisLink } from "./link.ts";
import { endLease, renewLease } from "./scripts/renew-lease.ts";

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
  /** Signs off, so that nobody considers this node lost. */
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
