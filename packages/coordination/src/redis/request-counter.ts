import type { Count, RequestCounter } from "../coordination.ts";
import type { ShareRule } from "./share-rule.ts";

/** The windows that all nodes share. Before any call rejects, an outage of the share rule has begun. */
export interface SharedWindows {
  readonly reachable: boolean;
  /** Counts a request under a unique name. */
  count(key: string, limit: number, member: string): Promise<Count>;
  peek(key: string, limit: number): Promise<Count>;
  /** Adds requests that were accepted before; those already there under their name are not counted twice. */
  push(key: string, requests: readonly { readonly member: string; readonly ageMs: number }[]): Promise<void>;
  /** Removes the request with this name. */
  remove(key: string, member: string): Promise<void>;
}

interface Dependencies {
  readonly windows: SharedWindows;
  readonly rule: ShareRule;
  readonly windowMs: number;
  readonly nodeId: string;
  readonly nowMs: () => number;
}

/**
 * The limit over several nodes: the shared windows decide; while they cannot be reached the share rule does, and for a
 * window after that both (`share-rule.ts` proves that this is exact).
 *
 * The windows outlive every node, so nothing has to survive a restart: `snapshot` is empty and `restore` does nothing.
 */
export function createSharedCounter({
  windows,
  rule,
  windowMs,
  nodeId,
  nowMs,
}: Dependencies): RequestCounter & {
  /**
   * Adds what was accepted in the meantime to the shared windows. Call this as soon as they can be reached again.
   * @throws if they are lost once more; unsent requests remain for the next time
   */
  pushUnsent(): Promise<void>;
} {
  const unsent = createUnsentRequests({ windowMs });
  let requests = 0;

  /** Without the shared windows, although the request may have reached them: its name there is the same. */
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
    // During an outage, or one that began while Redis decided, both must agree.
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

    // The share rule keeps it: counting too much makes an outage stricter, never laxer.
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

/** Both must accept. The refusing one says how long to wait; the longer wait is enough for both. */
function stricter(one: Count, other: Count): Count {
  const [refused, accepted] = one.accepted ? [other, one] : [one, other];
  if (!refused.accepted && accepted.accepted) return refused;
  return {
    accepted: one.accepted && other.accepted,
    left: Math.min(one.left, other.left),
    resetMs: Math.max(one.resetMs, other.resetMs),
  };
}

/** A request that this node accepted without Redis, by the name it will have there. */
interface UnsentRequest {
  readonly member: string;
  readonly time: number;
}

/** Requests that Redis still has to learn; those that have left the window in the meantime no longer matter. */
interface UnsentRequests {
  add(key: string, request: UnsentRequest): void;
  /** Removes the request with this name, if it is still here. */
  remove(key: string, member: string): void;
  /** Takes out all that are still in the window, by key. Return with `add` what could not be sent. */
  takeAll(now: number): ReadonlyMap<string, readonly UnsentRequest[]>;
}

/** Creates an empty list. Memory: at most this node's share of each key's limit, released a window later. */
export function createUnsentRequests({ windowMs }: { readonly windowMs: number }): UnsentRequests {
  let requests = new Map<string, UnsentRequest[]>();
  let nextSweep = 0;

  function recent(now: number): Map<string, UnsentRequest[]> {
    const kept = new Map<string, UnsentRequest[]>();
    for (const [key, list] of requests) {
      const inWindow = list.filter(({ time }) => now - time < windowMs);
      if (inWindow.length > 0) kept.set(key, inWindow);
    }
    return kept;
  }

  return {
    add(key, request) {
      if (request.time >= nextSweep) {
        nextSweep = request.time + windowMs;
        requests = recent(request.time);
      }
      const list = requests.get(key);
      if (list) list.push(request);
      else requests.set(key, [request]);
    },
    remove(key, member) {
      const list = requests.get(key);
      const at = list?.findIndex((request) => request.member === member) ?? -1;
      if (at >= 0) list?.splice(at, 1);
    },
    takeAll(now) {
      const taken = recent(now);
      requests = new Map();
      return taken;
    },
  };
}
