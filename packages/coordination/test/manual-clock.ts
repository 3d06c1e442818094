import type { Clock } from "@servicechat/coordination";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Lets time pass: both clocks move on. */
  advance(ms: number): void;
  /** Somebody sets the wall clock; no time passes. */
  jumpWall(ms: number): void;
}

/** Starts anywhere: what a monotonic clock says has no meaning in itself. */
export function createManualClock({ monotonicMs = 5_000, wallMs = 1_790_000_000_000 } = {}): ManualClock {
  return {
    monotonicMs: () => monotonicMs,
    wallMs: () => wallMs,
    advance(ms) {
      monotonicMs += ms;
      wallMs += ms;
    },
    jumpWall(ms) {
      wallMs += ms;
    },
  };
}
