import { compareTestRuns } from "@servicechat/contract/admin";
import type { ComparedTest as Compared } from "@servicechat/contract/admin";
import type { TestResult, TestRun } from "./test-run.ts";

/** One test in two runs. */
export type ComparedTest = Compared<TestResult>;

/** Tests of a run beside the same ones of an earlier run, flips first. */
export function compareRuns(
  before: Pick<TestRun, "results">,
  after: Pick<TestRun, "results">,
): readonly ComparedTest[] {
  return compareTestRuns(before.results, after.results);
}

/** Whether a run is worse than the earlier one: a test is broken, or a new one fails. */
export function isWorse(compared: readonly ComparedTest[]): boolean {
  return compared.some(({ flip, after }) => flip === "broken" || (flip === "new" && !after.passed));
}
