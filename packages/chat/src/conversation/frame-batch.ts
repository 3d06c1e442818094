/** Gathers changes and makes them together. */
export interface Batch<Change> {
  add(change: Change): void;
  /** Makes what waits now, in order. */
  flush(): void;
}

/**
 * Makes all changes of one animation frame at once, so that an answer is drawn at most once per frame however
 * many events bring it.
 *
 * @param soon Runs a function once, at the next frame; in a hidden frame, where no frames are drawn, a little later.
 */
export function createBatch<Change>(
  soon: (run: () => void) => void,
  make: (changes: readonly Change[]) => void,
): Batch<Change> {
  let waiting: Change[] = [];
  function flush(): void {
    const changes = waiting;
    waiting = [];
    if (changes.length > 0) make(changes);
  }
  return {
    add(change) {
      waiting.push(change);
      if (waiting.length === 1) soon(flush);
    },
    flush,
  };
}
