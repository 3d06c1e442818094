/** Milliseconds between two renders: the eye could not follow more. */
const seenPause = 50;
/** While the new text is below the view. */
const unseenPause = 500;

/**
 * Creates a function that runs another once: at once, or as soon as it is time to render again. Hidden frames have
 * timers, but no animation frames.
 *
 * @param isUnseen whether what is rendered is below the view
 */
export function createRenderThrottle(isUnseen: () => boolean): (run: () => void) => void {
  let drawnAt = 0;
  return (run) => {
    const left = drawnAt + (isUnseen() ? unseenPause : seenPause) - performance.now();
    setTimeout(() => {
      run();
      drawnAt = performance.now();
    }, left);
  };
}

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
