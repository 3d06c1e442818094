import type { Nodes } from "../coordination.ts";
import { createListeners } from "../memory/listeners.ts";
import type { RedisLink } from "./link.ts";
import { endLease, renewLease } from "./scripts/renew-lease.ts";

/** How long a node is believed to be alive, and how often it says so, in milliseconds. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly renewMs: number;
}

interface Parts extends LeaseTimes {
  readonly link: RedisLink;
  readonly prefix: string;
  readonly nodeId: string;
}

/** Who is alive, by leases that every node renews. While Redis is away, nobody comes or goes as far as a node knows. */
export function createRedisNodes({ link, prefix, nodeId, leaseMs, renewMs }: Parts): Nodes & {
  /** The nodes alive when last looked at. */
  readonly known: readonly string[];
  /** Says farewell, so that nobody takes this node for lost. */
  leave(): Promise<void>;
} {
  const key = `${prefix}:{nodes}`;
  const claims = `${key}:claimed`;
  const channel = `${prefix}:nodes`;
  const listeners = createListeners<string>();
  let known: readonly string[] = [nodeId];
  let leaving = false;

  async function look(): Promise<void> {
    if (leaving) return;
    const answer = await link.run(renewLease, [key, claims], [nodeId, leaseMs, channel, ...known]);
    const [alive, claimed] = answer as [string[], string[]];
    known = alive;
    for (const lost of claimed) {
      listeners.call(lost);
      await link.send("ZREM", claims, lost);
    }
  }

  const lookIfUp = (): void => void (link.up && look().catch(() => undefined));
  const timer = setInterval(lookIfUp, renewMs).unref();
  link.onConnect(look);
  // Each counts on knowing how many share the limit: who comes counts from this moment, and so does who goes.
  link.hear(channel, (message) => {
    const who = message.slice(1);
    if (who === nodeId) return;
    const others = known.filter((node) => node !== who);
    known = message.startsWith("+") ? [...others, who] : others;
    lookIfUp();
  });

  return {
    id: nodeId,
    get known() {
      return known;
    },
    async alive() {
      if (link.up) await look().catch(() => undefined);
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
