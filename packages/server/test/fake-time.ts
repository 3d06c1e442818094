import { setImmediate } from "node:timers/promises";

/** Time that passes only when a test says so. */
export interface FakeTime {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Lets time pass, and everything that is due in it happen, in its order. */
  pass(ms: number): Promise<void>;
  /** Time that passes while nothing else can happen. */
  block(ms: number): void;
}

/** Starts at 0. */
export function createFakeTime(): FakeTime {
  const due = new Set<{ readonly at: number; readonly resolve: () => void }>();
  let now = 0;

  return {
    now: () => now,
    wait(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = { at: now + ms, resolve };
      due.add(timer);
      signal.addEventListener("abort", () => {
        due.delete(timer);
        reject(new Error("aborted"));
      });
      return promise;
    },
    async pass(ms) {
      const end = now + ms;
      await setImmediate();
      for (;;) {
        const next = [...due].toSorted((one, other) => one.at - other.at)[0];
        if (!next || next.at > end) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.resolve();
        await setImmediate();
      }
      now = Math.max(now, end);
    },
    block: (ms) => void (now += ms),
  };
}
