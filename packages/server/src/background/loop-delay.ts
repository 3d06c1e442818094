import { monitorEventLoopDelay } from "node:perf_hooks";

/** How often the loop is looked at, in milliseconds. */
const resolutionMs = 20;

/** How late the event loop was within a minute, in seconds. */
export interface LoopDelays {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** How late the event loop comes to what is due. */
export interface LoopDelay {
  /** The delays of the last whole minute; before the first is over, of the time until now. */
  read(): LoopDelays;
  /** Ends a minute, and begins the next. */
  rotate(): void;
  stop(): void;
}

/** Measures from now on. */
export function measureLoopDelay(): LoopDelay {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs });
  monitor.enable();
  let last: LoopDelays | undefined;

  function measured(): LoopDelays {
    // The monitor measures from one look to the next: the time between them is no delay.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1e3);
    const at = (percentile: number) => (monitor.count > 0 ? seconds(monitor.percentile(percentile)) : 0);
    return { p50: at(50), p90: at(90), p99: at(99), max: at(100) };
  }

  return {
    read: () => last ?? measured(),
    rotate() {
      last = measured();
      monitor.reset();
    },
    stop: () => void monitor.disable(),
  };
}
