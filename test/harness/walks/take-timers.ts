import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { mock } from "node:test";
import type { WalkTimers } from "./walk.ts";

type SetTimer = (...args: Parameters<typeof setTimeout>) => NodeJS.Timeout;
type ClearTimer = (timer: NodeJS.Timeout | string | number | undefined) => void;

const apis = ["setTimeout", "setInterval"] as const;

/**
 * Gives walks control over all timers and the clock of this thread. A database's timers are left alone: it responds in
 * real time, and its client clears timers long after the walk in which they were set.
 */
export function takeTimers(): WalkTimers & Disposable {
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  const realNow = performance.now.bind(performance);
  const inRealTime = new AsyncLocalStorage<true>();
  const unused = setTimeout(() => undefined, 0);
  clearTimeout(unused);
  const RealTimeout = unused.constructor as new () => object;
  let passed = 0;

  /** Sets a timer in real time if the caller is the database. */
  const setBy =
    (fake: SetTimer, set: SetTimer): SetTimer =>
    (...args) =>
      (inRealTime.getStore() ? set : fake)(...args);
  /** A timer must be cleared by what has set it: clearing it with Node's fake timers would remove another one. */
  const clearedBy =
    (fake: ClearTimer, clear: ClearTimer): ClearTimer =>
    (timer) =>
      (timer instanceof RealTimeout ? clear : fake)(timer);

  function enable(): void {
    mock.timers.enable({ apis: [...apis] });
    globalThis.setTimeout = setBy(globalThis.setTimeout, real.setTimeout) as typeof setTimeout;
    globalThis.setInterval = setBy(globalThis.setInterval, real.setInterval) as typeof setInterval;
    globalThis.clearTimeout = clearedBy(globalThis.clearTimeout, real.clearTimeout);
    globalThis.clearInterval = clearedBy(globalThis.clearInterval, real.clearInterval);
    syncBuiltinESMExports();
  }

  performance.now = () => (inRealTime.getStore() ? realNow() : realNow() + passed);
  enable();
  return {
    pass(ms) {
      passed += ms;
      mock.timers.tick(ms);
    },
    inRealTime: (work) => inRealTime.run(true, work),
    clear() {
      mock.timers.reset();
      enable();
    },
    [Symbol.dispose]() {
      mock.timers.reset();
      Object.assign(globalThis, real);
      performance.now = realNow;
      syncBuiltinESMExports();
    },
  };
}
