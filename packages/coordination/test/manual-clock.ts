import type { Clock } from "@servicechat/coordination";

/** A clock that changes only when a test moves it. */
export interface ManualClock extends Clock {
  /** Time of a server that all nodes share; it outlives their restarts, and nobody sets it. */
  serverMs(): number;
  /** Lets time pass: all clocks advance. */
  advance(ms: number): void;
  /** Somebody sets the wall clock; no time passes. */
  jumpWall(ms: number): void;
}

const anywhere = { monotonicMs: 5_000, wallMs: 1_790_000_000_000, serverMs: 20_000 };

/** Starts anywhere: the value of a monotonic clock has no meaning in itself. */
export function createManualClock(start: Partial<Record<keyof typeof anywhere, number>> = {}): ManualClock {
  let { monotonicMs, wallMs, serverMs } = { ...anywhere, ...start };
  return {
    serverMs: () => serverMs,
    monotonicMs: () => monotonicMs,
    wallMs: () => wallMs,
    advance(ms) {
      monotonicMs += ms;
      wallMs += ms;
      serverMs += ms;
    },
    jumpWall(ms) {
      wallMs += ms;
    },
  };
}
