import { describe } from "vitest";
import { isWholeCheck } from "./is-whole-check.ts";
import { onOneAndTwoNodes } from "./on-one-and-two-nodes.ts";

/**
 * For suites whose point is something other than several nodes: one node with SQLite. `npm run check` also runs them on
 * two, as `onOneAndTwoNodes` always does.
 *
 * @param suite `nodes` is for `startService`
 */
export function onOneNode(title: string, suite: (nodes: number) => void): void {
  if (isWholeCheck) onOneAndTwoNodes(title, suite);
  else describe(title, () => suite(1));
}

/** Runs all of their tests at the same time. */
onOneNode.concurrent = (title: string, suite: (nodes: number) => void): void => {
  if (isWholeCheck) onOneAndTwoNodes.concurrent(title, suite);
  else describe.concurrent(title, () => suite(1));
};
