import { median } from "../statistics.ts";

/** Measures how cost grows with one thing: a table with its head, or why it could not. `progress` says what is done. */
export type Scale = (
  progress: (text: string) => void,
) => Promise<readonly (readonly string[])[] | { readonly skipped: string }>;

/** Rounds before the counted ones, in which everything compiles what it runs. */
const warmUpRounds = 3;

/** Takes rounds of several measurements in turns, so that a machine that slows down slows all. Returns their medians. */
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

/** A whole number as it is read. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}
