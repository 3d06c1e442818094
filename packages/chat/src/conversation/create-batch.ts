/** Collects changes and applies them together. */
interface Batch<Change> {
  add(change: Change): void;
  /** Applies waiting changes now, in order. */
  readonly flush: () => void;
}

/**
 * Applies changes together, so that an answer is rendered only now and then, however many events there are.
 *
 * @param throttleRender runs a function once, when it is time.
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
