import { describe } from "vitest";
import { missingForCluster } from "./spawn-cluster.ts";

const missing = await missingForCluster();

/** The tests of one suite; `nodes` is for `startService`. */
type Suite = (nodes: number) => void;

/**
 * The same tests twice: on one node with SQLite, and on two with PostgreSQL and Redis, which receive the requests of a
 * conversation in turn. Without the servers the second half is skipped with the reason.
 */
export function onOneAndTwoNodes(title: string, suite: Suite): void {
  describe(title, () => twice(suite));
}

/** Runs all of their tests at the same time. */
onOneAndTwoNodes.concurrent = (title: string, suite: Suite): void => {
  describe.concurrent(title, () => twice(suite));
};

function twice(suite: Suite): void {
  describe("on one node", () => suite(1));
  describe.skipIf(missing !== undefined)(`on two nodes${missing === undefined ? "" : `: ${missing}`}`, () =>
    suite(2),
  );
}
