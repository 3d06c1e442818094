/** Gathers changes and makes them together. */
interface Batch<Change> {
  add(change: Change): void;
  /** Makes what waits now, in order. */
  readonly flush: () => void;
}

/**
 * Makes the changes of a moment at once, so that an answer is drawn now and then however many events bring it.
 *
 * @param throttleRender Runs a function once, when that moment is over.
 */
export function createBatch<Change>(
  throttleRender: (run: () => void) => void,
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
      if (waiting.length === 1) throttleRender(flush);
    },
    flush,
  };
}
