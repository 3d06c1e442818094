import { setImmediate } from "node:timers/promises";

/** Steps between two pauses: about 2 milliseconds. */
const stepsPerSlice = 2_000_000;

/**
 * Runs `work` over all rows from 0 on, slice by slice, so that the event loop can do other work in between.
 *
 * @param stepsPerRow how much work a row is, such as one for each of its numbers
 */
export async function inTimeSlices(
  { rows, stepsPerRow }: { readonly rows: number; readonly stepsPerRow: number },
  work: (start: number, end: number) => void,
): Promise<void> {
  const perSlice = Math.max(1, Math.floor(stepsPerSlice / Math.max(stepsPerRow, 1)));
  for (let start = 0; start < rows; start += perSlice) {
    if (start > 0) await setImmediate();
    work(start, Math.min(start + perSlice, rows));
  }
}
