import { asObject } from "@servicechat/contract";
import type { Clock, Count, RequestCounter } from "../coordination.ts";
import { createTimeRing, timesOf } from "./time-ring.ts";
import type { TimeRing } from "./time-ring.ts";

/** The window of `counter`, in milliseconds. */
export const minuteMs = 60_000;
/** The window of `hourCounter`, in milliseconds. */
export const hourMs = 3_600_000;

/** A request counter within one process: per key, the times of the requests that are still in the window. */
export function createRequestCounter({
  clock,
  windowMs,
}: {
  readonly clock: Clock;
  readonly windowMs: number;
}): RequestCounter {
  const rings = new Map<string, TimeRing>();
  let nextSweep = readNow() + windowMs;

  /** Whole 1/1024 milliseconds: binary fractions, so that every sum and difference of times is exact. */
  function readNow(): number {
    return Math.floor(clock.monotonicMs() * 1024) / 1024;
  }

  /** Removes the keys that were unused for a window. Only once per window, so that single requests stay cheap. */
  function sweep(now: number): void {
    nextSweep = now + windowMs;
    for (const [key, ring] of rings) {
      ring.dropUntil(now - windowMs);
      if (ring.size === 0) rings.delete(key);
    }
  }

  function ringOf(key: string): TimeRing {
    let ring = rings.get(key);
    if (ring === undefined) rings.set(key, (ring = createTimeRing()));
    return ring;
  }

  function standing(
    ring: TimeRing,
    { accepted, limit, now }: { accepted: boolean; limit: number; now: number },
  ): Count {
    if (ring.size === 0) return { accepted, left: limit, resetMs: 0 };
    // Refused because the window contains more than the limit: a request is accepted when the surplus and one more have
    // left.
    const mustLeave = accepted ? 0 : ring.size - limit;
    return { accepted, left: Math.max(0, limit - ring.size), resetMs: ring.at(mustLeave) + windowMs - now };
  }

  return {
    count(key, limit) {
      const now = readNow();
      if (now >= nextSweep) sweep(now);
      const ring = ringOf(key);
      ring.dropUntil(now - windowMs);
      const accepted = ring.size < limit;
      if (accepted) ring.push(now);
      const { left, resetMs } = standing(ring, { accepted, limit, now });
      return accepted ? { accepted, left, resetMs, id: now } : { accepted, left, resetMs };
    },

    peek(key, limit) {
      const now = readNow();
      const ring = rings.get(key);
      if (ring === undefined) return { accepted: true, left: limit, resetMs: 0 };
      ring.dropUntil(now - windowMs);
      return standing(ring, { accepted: ring.size < limit, limit, now });
    },

    takeBack(key, id) {
      if (typeof id === "number") rings.get(key)?.remove(id);
    },

    snapshot() {
      const now = readNow();
      sweep(now);
      const ages = [...rings].map(([key, ring]) => [key, timesOf(ring).map((time) => now - time)] as const);
      return writeWindows({ takenAt: clock.wallMs(), ages });
    },

    restore(snapshot) {
      const windows = readWindows(snapshot);
      if (windows === undefined) return;
      const now = readNow();
      const passed = Math.max(0, clock.wallMs() - windows.takenAt);
      for (const [key, ages] of windows.ages) {
        const restored = ages.map((age) => now - age - passed).filter((time) => time > now - windowMs);
        if (restored.length === 0) continue;
        rings.set(key, createTimeRing([...timesOf(ringOf(key)), ...restored]));
      }
    },
  };
}

/** The windows of all keys at one time. */
interface Windows {
  /** Wall clock, milliseconds since 1970. */
  readonly takenAt: number;
  /** Per key, how many milliseconds before that time each request was counted. */
  readonly ages: readonly (readonly [key: string, ages: readonly number[]])[];
}

/** Writes windows as text for `readWindows`. */
function writeWindows({ takenAt, ages }: Windows): string {
  return JSON.stringify({ version: 1, takenAt, ages });
}

/** Reads windows; `undefined` for text that `writeWindows` did not write. */
function readWindows(text: string): Windows | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isSnapshot(value) ? value : undefined;
}

function isSnapshot(value: unknown): value is Windows & { readonly version: 1 } {
  const { version, takenAt, ages } = asObject(value) ?? {};
  return version === 1 && Number.isFinite(takenAt) && Array.isArray(ages) && ages.every(isKeyWithAges);
}

function isKeyWithAges(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [key, ages]: readonly unknown[] = value;
  return typeof key === "string" && Array.isArray(ages) && ages.every(isAge);
}

function isAge(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && Number.isFinite(value);
}
