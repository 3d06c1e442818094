import type { Fault, PlannedFault } from "./faults/fault.ts";

/** Returns a number from 0 up to 1. */
type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The ranges from which times are drawn, in milliseconds. */
const hold = { least: 200, most: 2_500 };
const rest = { least: 300, most: 1_500 };

/** Goes through all faults in a random order, then in another one, until `isOver` returns true. */
export function* randomPlan(
  faults: readonly Fault[],
  random: Random,
  isOver: () => boolean,
): Generator<PlannedFault> {
  const between = ({ least, most }: typeof hold) => least + random() * (most - least);
  for (;;) {
    for (const fault of shuffled(faults, random)) {
      if (isOver()) return;
      // The next one may be a kill, before which everything received must have had time to be committed.
      yield { fault, holdMs: between(hold), restMs: Math.max(between(rest), fault.settleMs) };
    }
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
}
