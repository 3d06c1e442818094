import type { Count, RequestCounter } from "../coordination.ts";
import type { ShareRule } from "./share-rule.ts";
import { createUnsentRequests } from "./unsent-requests.ts";
import type { UnsentRequest } from "./unsent-requests.ts";

/** The windows that all nodes share. Whatever rejects has begun an outage of the share rule first. */
export interface SharedWindows {
  readonly reachable: boolean;
  /** Counts a request under a name of its own. */
  count(key: string, limit: number, member: string): Promise<Count>;
  peek(key: string, limit: number): Promise<Count>;
  /** Adds requests accepted before; those that are there by their name already are not counted twice. */
  push(key: string, requests: readonly { readonly member: string; readonly ageMs: number }[]): Promise<void>;
  /** Takes out the request of this name. */
  remove(key: string, member: string): Promise<void>;
}

interface Parts {
  readonly windows: SharedWindows;
  readonly rule: ShareRule;
  readonly windowMs: number;
  readonly nodeId: string;
  readonly nowMs: () => number;
}

/**
 * The limit over several nodes: the shared windows decide; while they are out of reach the share rule does, and for a
 * window after that both (`share-rule.ts` says why that is exact).
 *
 * The windows outlive every node, so there is nothing to take along over a restart: `snapshot` is empty and `restore`
 * does nothing.
 */
export function createSharedCounter({ windows, rule, windowMs, nodeId, nowMs }: Parts): RequestCounter & {
  /**
   * Tells the shared windows what was accepted without them. To be called as soon as they can be reached again.
   * @throws when they are lost once more; what was not told stays for the next time.
   */
  pushUnsent(): Promise<void>;
} {
  const unsent = createUnsentRequests({ windowMs });
  let requests = 0;

  /** Without the shared windows, though the request may have reached them: it goes by the same name there. */
  function countAlone(key: string, limit: number, member: string): Count {
    const share = rule.stand(key, limit);
    if (!share.accepted) return share;
    rule.take(key);
    unsent.add(key, { member, time: nowMs() });
    return { accepted: true, left: share.left - 1, resetMs: share.resetMs || windowMs, id: member };
  }

  async function countShared(key: string, limit: number, member: string): Promise<Count> {
    const counted = await windows.count(key, limit, member);
    if (!rule.active) {
      if (!counted.accepted) return counted;
      rule.remember(key);
      return { ...counted, id: member };
    }
    // In an outage, or in one that began while Redis decided: both must agree.
    const share = rule.stand(key, limit);
    if (!counted.accepted || !share.accepted) return stricter(counted, share);
    rule.take(key);
    return { ...counted, left: Math.min(counted.left, share.left - 1), id: member };
  }

  async function pushAll(key: string, list: readonly UnsentRequest[]): Promise<void> {
    try {
      await windows.push(
        key,
        list.map(({ member, time }) => ({ member, ageMs: nowMs() - time })),
      );
    } catch (cause) {
      for (const request of list) unsent.add(key, request);
      throw cause;
    }
  }

  return {
    async count(key, limit) {
      const member = `${nodeId}:${++requests}`;
      if (!windows.reachable) return countAlone(key, limit, member);
      if (rule.active) {
        const share = rule.stand(key, limit);
        if (!share.accepted) return share;
      }
      try {
        return await countShared(key, limit, member);
      } catch {
        return countAlone(key, limit, member);
      }
    },

    async peek(key, limit) {
      if (!windows.reachable) return rule.stand(key, limit);
      try {
        const counted = await windows.peek(key, limit);
        return rule.active ? stricter(counted, rule.stand(key, limit)) : counted;
      } catch {
        return rule.stand(key, limit);
      }
    },

    // The share rule keeps it: what it counts too much makes an outage stricter, never laxer.
    takeBack(key, id) {
      const member = String(id);
      unsent.remove(key, member);
      if (windows.reachable) windows.remove(key, member).catch(() => undefined);
    },

    async pushUnsent() {
      const taken = [...unsent.takeAll(nowMs())];
      const pushed = await Promise.allSettled(taken.map(([key, list]) => pushAll(key, list)));
      const failed = pushed.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
    },

    snapshot: () => "",
    restore: () => undefined,
  };
}

/** Both must accept. What refuses says how long to wait; the longer wait is enough for both. */
function stricter(one: Count, other: Count): Count {
  const [refused, accepted] = one.accepted ? [other, one] : [one, other];
  if (!refused.accepted && accepted.accepted) return refused;
  return {
    accepted: one.accepted && other.accepted,
    left: Math.min(one.left, other.left),
    resetMs: Math.max(one.resetMs, other.resetMs),
  };
}
