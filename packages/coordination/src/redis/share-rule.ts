import type { Count } from "../coordination.ts";
import { createTimeRing, timesOf } from "../memory/time-ring.ts";
import type { TimeRing } from "../memory/time-ring.ts";

/**
 * What a node may accept while Redis is away, so that all nodes together never exceed the limit.
 *
 * Every accepted request is announced to all nodes, so each knows those of the last window from before the loss: call
 * those still in the window K. With n nodes alive, each accepts only while its own since the loss, O, are fewer than
 * floor((limit - K) / n), and fewer than floor(limit / n) also when K is 0 (but at least one). Take any window, and the
 * last request that a node accepts in it: what the node then counts as K contains every earlier such request of the
 * window, so the n nodes add at most limit - K to the K. Hence no window contains more than `limit`, as long as limit
 * >= n.
 *
 * When Redis is back, what was accepted in the meantime is first added to its log. Other nodes may not have added
 * theirs yet, and Redis may have lost the K; so for one more window, Redis and this rule must both agree. After that
 * the window contains nothing that Redis does not know. A loss within that window continues the same outage: what Redis
 * has accepted in between is known to all and joins the K, and remains part of the O of the node that accepted it:
 * another node's O may be as large as its share was when the K was smaller. A node whose window had just ended starts
 * with the same K.
 *
 * Two conditions are provided outside: all nodes notice the same outage (a Redis that stalls for long enough that one
 * node could consider it lost is noticed by every node before it continues: see `link.ts`), and none is cut off alone.
 * A node that alone loses Redis, while others still reach it, may add its share to what they accept.
 */
export interface ShareRule {
  /** Whether the rule applies now: from a loss until a window after its end. */
  readonly active: boolean;
  /** Records a request that Redis has accepted, for any node. `ageMs`: how long ago. */
  remember(key: string, ageMs?: number): void;
  /**
   * An outage begins, with this many nodes alive; within one, or within a window after one, it continues: with the larger
   * number, since a node may have joined while Redis was back.
   */
  begin(nodes: number): void;
  /** Redis is back, for now. */
  end(): void;
  /** A key's state under the rule. */
  stand(key: string, limit: number): Count;
  /** Counts one of this node's own. Call it directly after `stand` has accepted it, without waiting in between. */
  take(key: string): void;
}

interface Outage {
  readonly nodes: number;
  /** Infinite while Redis is away. */
  endsAt: number;
}

type Rings = Map<string, TimeRing>;

/** Creates a rule that has seen nothing yet. Memory: 8 to 16 bytes for each request accepted in the last window. */
export function createShareRule({
  nowMs,
  windowMs,
}: {
  readonly nowMs: () => number;
  readonly windowMs: number;
}): ShareRule {
  /** Accepted by Redis: since the last outage, or all if there was none. */
  let known: Rings = new Map();
  /** Accepted by Redis before the outage: the K. */
  let before: Rings = new Map();
  /** This node's own since the outage began, without Redis and, once it was back, with it: the O. */
  const own: Rings = new Map();
  let outage: Outage | undefined;
  let nextSweep = nowMs() + windowMs;

  function current(now: number): Outage | undefined {
    if (outage && now >= outage.endsAt) {
      outage = undefined;
      for (const rings of [before, own]) rings.clear();
    }
    if (now >= nextSweep) {
      nextSweep = now + windowMs;
      for (const rings of [known, before, own]) sweep(rings, now - windowMs);
    }
    return outage;
  }

  const isAway = (now: number): boolean => current(now)?.endsAt === Number.POSITIVE_INFINITY;

  return {
    get active() {
      return current(nowMs()) !== undefined;
    },
    remember(key, ageMs = 0) {
      const now = nowMs();
      // What arrives only now was accepted before Redis was lost.
      push(isAway(now) ? before : known, key, now - ageMs, now - windowMs);
    },
    begin(nodes) {
      const endsAt = Number.POSITIVE_INFINITY;
      const goesOn = current(nowMs());
      outage = { nodes: Math.max(goesOn?.nodes ?? 0, nodes), endsAt };
      before = goesOn ? merged(before, known) : known;
      known = new Map();
    },
    end() {
      if (outage) outage.endsAt = Math.min(outage.endsAt, nowMs() + windowMs);
    },
    stand(key, limit) {
      const now = nowMs();
      const nodes = current(now)?.nodes ?? 1;
      const earlier = ringOf(before, key, now - windowMs);
      const mine = ringOf(own, key, now - windowMs);
      const roomAt = (time: number): number => {
        const whole = Math.max(1, Math.floor(limit / nodes));
        const counted = countAfter(earlier, time - windowMs);
        const share = counted === 0 ? whole : Math.min(whole, Math.floor((limit - counted) / nodes));
        return share - countAfter(mine, time - windowMs);
      };
      const room = roomAt(now);
      if (room > 0) {
        const oldest = Math.min(...[earlier, mine].map((ring) => (ring.size > 0 ? ring.at(0) : Infinity)));
        return { accepted: true, left: room, resetMs: oldest === Infinity ? 0 : oldest + windowMs - now };
      }
      const at = [earlier, mine].map((ring) => firstLeaving(ring, windowMs, (time) => roomAt(time) > 0));
      return { accepted: false, left: 0, resetMs: Math.min(...at) - now };
    },
    take(key) {
      const now = nowMs();
      push(own, key, now, now - windowMs);
      if (!isAway(now)) push(known, key, now, now - windowMs);
    },
  };
}

const nothing = createTimeRing();

function ringOf(rings: Rings, key: string, windowStart: number): TimeRing {
  const ring = rings.get(key);
  ring?.dropUntil(windowStart);
  return ring ?? nothing;
}

function push(rings: Rings, key: string, time: number, windowStart: number): void {
  let ring = rings.get(key);
  if (!ring) rings.set(key, (ring = createTimeRing()));
  ring.dropUntil(windowStart);
  // A ring is ascending: a late announcement gets a later time, which only keeps it longer.
  ring.push(ring.size > 0 ? Math.max(time, ring.at(ring.size - 1)) : time);
}

/** All times of both. */
function merged(some: Rings, more: Rings): Rings {
  const rings: Rings = new Map();
  for (const key of new Set([...some.keys(), ...more.keys()])) {
    const times = [some, more].flatMap((each) => timesOf(each.get(key) ?? nothing));
    rings.set(key, createTimeRing(times));
  }
  return rings;
}

function sweep(rings: Rings, windowStart: number): void {
  for (const [key, ring] of rings) {
    ring.dropUntil(windowStart);
    if (ring.size === 0) rings.delete(key);
  }
}

/** How many times are later than this one. */
function countAfter(ring: TimeRing, time: number): number {
  return ring.size - firstPlace(ring, (at) => at > time);
}

/** When the first entry leaves the window after which `holds` is true, which then stays true; otherwise infinite. */
function firstLeaving(ring: TimeRing, windowMs: number, holds: (time: number) => boolean): number {
  const place = firstPlace(ring, (at) => holds(at + windowMs));
  return place < ring.size ? ring.at(place) + windowMs : Number.POSITIVE_INFINITY;
}

/** The first position for whose time, as for all later ones, the condition is true; `size` if there is none. */
function firstPlace(ring: TimeRing, fulfils: (time: number) => boolean): number {
  let low = 0;
  let high = ring.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fulfils(ring.at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}
