/** The longest time during which nothing else could be served. */
export interface LongestBlock {
  /** In milliseconds. What else the machine did meanwhile counts too, and this watch keeps one of its processors busy. */
  readonly elapsedMs: number;
  /** The longest processor time of the loop's thread, in milliseconds: Linux may count it in steps of 4. */
  readonly processorMs: number;
}

/** Watches for work that blocks the event loop. */
interface LoopWatch {
  /** Starts a new measurement. */
  start(): void;
  /** Ends it. */
  stop(): LongestBlock;
}

/**
 * Requests the next turn of the event loop repeatedly and measures how long it took to come. This keeps one processor
 * busy.
 */
export function createLoopWatch(): LoopWatch {
  let elapsedMs = 0;
  let processorMs = 0;
  let before = 0;
  let usedBefore = 0;
  let next: NodeJS.Immediate | undefined;

  function look(): void {
    const [now, used] = [performance.now(), threadMs()];
    elapsedMs = Math.max(elapsedMs, now - before);
    processorMs = Math.max(processorMs, used - usedBefore);
    [before, usedBefore] = [now, used];
    next = setImmediate(look);
  }

  return {
    start() {
      [elapsedMs, processorMs] = [0, 0];
      [before, usedBefore] = [performance.now(), threadMs()];
      next = setImmediate(look);
    },
    stop() {
      clearImmediate(next);
      return { elapsedMs, processorMs };
    },
  };
}

/** The processor time of this thread so far, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
