const firstCapacity = 16;

/** A queue of ascending times in one flat array that doubles when it is full: 8 bytes per time, at most twice that. */
export interface TimeRing {
  readonly size: number;
  /** The time at a position, 0 being the oldest. The position must be below `size`. */
  at(place: number): number;
  /** Adds a time that is not before the newest. */
  push(time: number): void;
  /** Removes one entry of exactly this time, if there is one. Fast for the newest, slow for the oldest. */
  remove(time: number): void;
  /** Removes all times up to and including `time`. */
  dropUntil(time: number): void;
}

/** Creates a ring with these times, given in any order. */
export function createTimeRing(times: readonly number[] = []): TimeRing {
  let slots = new Float64Array(Math.max(firstCapacity, 2 ** Math.ceil(Math.log2(times.length + 1))));
  let first = 0;
  let size = times.length;
  slots.set(times.toSorted((one, other) => one - other));

  // The capacity is a power of two, so masking wraps a position around the end.
  const at = (place: number): number => slots[(first + place) & (slots.length - 1)] ?? Number.NaN;

  function grow(): void {
    const larger = new Float64Array(slots.length * 2);
    larger.set(slots.subarray(first));
    larger.set(slots.subarray(0, first), slots.length - first);
    slots = larger;
    first = 0;
  }

  return {
    get size() {
      return size;
    },
    at,
    push(time) {
      if (size === slots.length) grow();
      slots[(first + size) & (slots.length - 1)] = time;
      size++;
    },
    remove(time) {
      let place = size - 1;
      while (place >= 0 && at(place) > time) place--;
      if (place < 0 || at(place) !== time) return;
      for (; place < size - 1; place++) slots[(first + place) & (slots.length - 1)] = at(place + 1);
      size--;
    },
    dropUntil(time) {
      if (size > 0 && at(size - 1) <= time) size = 0;
      while (size > 0 && at(0) <= time) {
        first = (first + 1) & (slots.length - 1);
        size--;
      }
    },
  };
}

/** All times of a ring, oldest first. */
export function timesOf(ring: TimeRing): number[] {
  return Array.from({ length: ring.size }, (_, place) => ring.at(place));
}
