import { median } from "../statistics.ts";

/**
 * Measures how cost grows with one quantity: returns a table with its head, or why it could not. `progress` is called
 * with the current step.
 */
export type Scale = (
  progress: (text: string) => void,
) => Promise<readonly (readonly string[])[] | { readonly skipped: string }>;

/** Rounds before the counted ones, in which everything compiles its code. */
const warmUpRounds = 3;

/** Alternates rounds of several measurements, so that a machine that slows down affects all. Returns their medians. */
export async function takeMedians(
  rounds: number,
  measure: readonly (() => Promise<number>)[],
): Promise<readonly number[]> {
  const taken = measure.map((): number[] => []);
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [at, take] of measure.entries()) {
      const value = await take();
      if (round >= warmUpRounds) taken[at]?.push(value);
    }
  }
  return taken.map(median);
}

/** A whole number, formatted for people. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
