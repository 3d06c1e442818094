/** Milliseconds to wait after this many losses in a row, from 0 on: twice as long each time, and at most 15 seconds. */
export const pauseAfter = (losses: number): number => Math.min(500 * 2 ** losses, 15_000);
