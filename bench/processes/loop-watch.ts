/** Watches for work that blocks the event loop. */
interface LoopWatch {
  /** Starts a new measurement. */
  start(): void;
  /** Ends it. Returns the longest time during which nothing else could be served, in milliseconds. */
  stop(): number;
}

/**
 * Requests the next turn of the event loop repeatedly and measures how long it took to come. This keeps one processor
 * busy.
 */
export function createLoopWatch(): LoopWatch {
  let longest = 0;
  let before = 0;
  let next: NodeJS.Immediate | undefined;

  function look(): void {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    next = setImmediate(look);
  }

  return {
    start() {
      longest = 0;
      before = performance.now();
      next = setImmediate(look);
    },
    stop() {
      clearImmediate(next);
      return longest;
    },
  };
}
