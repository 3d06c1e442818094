import type { Count } from "@servicechat/coordination";
import { createSharedCounter } from "../src/redis/request-counter.ts";
import type { SharedWindows } from "../src/redis/request-counter.ts";
import { createShareRule } from "../src/redis/share-rule.ts";

const windowMs = 60_000;

/** How Redis goes away and comes back, and when each node notices. Times in milliseconds. */
export interface ModelOutage {
  readonly at: number;
  readonly lengthMs: number;
  /** Whether Redis comes back empty. */
  readonly forgets: boolean;
  /** Whether a request whose response was lost was still counted there. */
  readonly countsUnheard: boolean;
  readonly noticeMs: readonly number[];
  readonly returnMs: readonly number[];
}

interface ModelRequests {
  readonly at: number;
  readonly node: number;
  /** This many at once. */
  readonly times: number;
}

interface Accepted {
  readonly at: number;
  readonly node: number;
}

/**
 * Several nodes with their real counters and share rules on one time line, around a Redis that is a list. Returns what
 * was accepted, and what was refused.
 */
export async function playCluster(options: {
  readonly nodes: number;
  readonly limit: number;
  readonly requests: readonly ModelRequests[];
  readonly outages: readonly ModelOutage[];
}): Promise<{ readonly accepted: readonly Accepted[]; readonly refused: readonly Accepted[] }> {
  let now = 0;
  let down = false;
  let countsUnheard = false;
  let log = new Map<string, number>();
  const accepted: Accepted[] = [];
  const refused: Accepted[] = [];
  const nodes = Array.from({ length: options.nodes }, (_, index) => createNode(index));

  function createNode(index: number) {
    const rule = createShareRule({ nowMs: () => now, windowMs });
    let reachable = true;
    function lose(): void {
      reachable = false;
      rule.begin(options.nodes);
    }
    const inWindow = (): number[] => [...log.values()].filter((time) => now - time < windowMs);
    const standing = (limit: number): Count => {
      const times = inWindow();
      return { accepted: times.length < limit, left: Math.max(0, limit - times.length), resetMs: 1 };
    };
    const windows: SharedWindows = {
      get reachable() {
        return reachable;
      },
      async count(_key, limit, member) {
        const counted = standing(limit);
        if ((!down || countsUnheard) && counted.accepted) log.set(member, now);
        if (down) lose();
        if (down) throw new Error("Redis is gone.");
        if (counted.accepted) for (const other of nodes) if (other.index !== index) other.rule.remember("k");
        return { ...counted, left: counted.left - 1 };
      },
      peek: async (_key, limit) => standing(limit),
      async push(_key, requests) {
        if (down) throw new Error("Redis is gone.");
        for (const { member, ageMs } of requests) log.set(member, now - ageMs);
      },
      async remove(_key, member) {
        log.delete(member);
      },
    };
    const counter = createSharedCounter({ windows, rule, windowMs, nodeId: String(index), nowMs: () => now });
    return {
      index,
      rule,
      counter,
      lose,
      async comeBack() {
        if (down || reachable) return;
        await counter.pushUnsent();
        reachable = true;
        rule.end();
      },
    };
  }

  const events: { readonly at: number; readonly happen: () => unknown }[] = [];
  for (const outage of options.outages) {
    const back = outage.at + outage.lengthMs;
    events.push({ at: outage.at, happen: () => ((down = true), (countsUnheard = outage.countsUnheard)) });
    events.push({ at: back, happen: () => ((down = false), outage.forgets && (log = new Map())) });
    for (const node of nodes) {
      const noticedAt = outage.at + (outage.noticeMs[node.index] ?? 0);
      // A node that is back before another noticed has made it notice: see `link.ts` on troubles.
      events.push({ at: Math.min(noticedAt, back), happen: () => node.lose() });
      events.push({ at: back + (outage.returnMs[node.index] ?? 0), happen: () => node.comeBack() });
    }
  }
  for (const { at, node, times } of options.requests) {
    const from = nodes[node % nodes.length];
    if (!from) continue;
    const ask = async (): Promise<void> => {
      const answer = await from.counter.count("k", options.limit);
      (answer.accepted ? accepted : refused).push({ at: now, node: from.index });
    };
    events.push({ at, happen: () => Promise.all(Array.from({ length: times }, ask)) });
  }
  for (const event of events.toSorted((one, other) => one.at - other.at)) {
    now = event.at;
    await event.happen();
  }
  return { accepted, refused };
}

/** The most requests accepted in any interval of 60 seconds. */
export function maxInAWindow(accepted: readonly Pick<Accepted, "at">[]): number {
  const times = accepted.map(({ at }) => at).toSorted((one, other) => one - other);
  return Math.max(
    0,
    ...times.map((from, index) => times.slice(index).filter((at) => at - from < windowMs).length),
  );
}
