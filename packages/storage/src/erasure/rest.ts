import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";

/** Runs one step of long work, and gives others their turn afterwards, unless it was the last. */
export type Rest = <Result>(
  step: () => Promise<Result>,
  isLast?: (result: Result) => boolean,
) => Promise<Result>;

/** The longest pause, in milliseconds. */
const longestMs = 100;

/**
 * After a step, everybody else has the database for as long as the step took, its wait for the others included: the
 * more they have to do, the slower the long work is.
 */
export const restAfter: Rest = async (step, isLast = () => false) => {
  const begunAt = performance.now();
  const result = await step();
  if (!isLast(result)) await setTimeout(Math.min(performance.now() - begunAt, longestMs));
  return result;
};
