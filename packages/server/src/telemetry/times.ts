/** Durations, counted by length. A measurement costs a short loop and no memory. */
export interface Times {
  observe(seconds: number): void;
  /** Upper ends in seconds, ascending; what is longer than the last is in `count` alone. */
  readonly bounds: readonly number[];
  /** How many fell into each bound and no smaller one, in the order of `bounds`. */
  readonly counts: readonly number[];
  readonly count: number;
  /** All of them together, in seconds. */
  readonly sum: number;
}

/**
 * Times of which none was observed yet.
 *
 * @param bounds upper ends in seconds, ascending
 */
export function createTimes(bounds: readonly number[]): Times {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;

  return {
    observe(seconds) {
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at !== -1) counts[at] = (counts[at] ?? 0) + 1;
      count++;
      sum += seconds;
    },
    bounds,
    counts,
    get count() {
      return count;
    },
    get sum() {
      return sum;
    },
  };
}
