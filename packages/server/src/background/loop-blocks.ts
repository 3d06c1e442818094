/** How often the loop is looked at while a task runs, in milliseconds. */
const lookMs = 5;

/** Replaces time in tests. */
interface LoopTime {
  /** Milliseconds; it never goes back. */
  readonly now: () => number;
}

/**
 * Measures how long the event loop was blocked at a time while something runs. What runs in one piece is measured
 * exactly, a later block to within some milliseconds, and what visitors' requests did meanwhile counts too: nothing in
 * Node says whose code blocked it, unless every promise is followed.
 *
 * @returns a function that ends the measurement, and returns the longest block in milliseconds
 */
export function measureBlocks({ now }: LoopTime): () => number {
  let freeAt = now();
  let longest = 0;
  let timer: NodeJS.Timeout | undefined;

  const look = (expectedMs: number) => {
    const at = now();
    longest = Math.max(longest, at - freeAt - expectedMs);
    freeAt = at;
  };
  const immediate = setImmediate(() => {
    look(0);
    timer = setInterval(look, lookMs, lookMs).unref();
  });
  return () => {
    clearImmediate(immediate);
    clearInterval(timer);
    look(timer ? lookMs : 0);
    return Math.max(0, longest);
  };
}
