/** Watches for work that holds the event loop up. */
interface LoopWatch {
  /** Begins anew. */
  start(): void;
  /** Ends. Returns the longest time that nobody else could be served, in milliseconds. */
  stop(): number;
}

/** Asks for each next turn of the loop and looks how long it took to come. It keeps one processor busy meanwhile. */
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
