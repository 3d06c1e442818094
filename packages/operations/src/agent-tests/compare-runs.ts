import type { TestResult, TestRun } from "./test-run.ts";

/** One test in two runs; a test is known by its name. */
export interface ComparedTest {
  readonly name: string;
  /**
   * `broken`: it passed before and fails now. `fixed`: the other way round. `new`: it was not there before. `same`: it
   * passes or fails as before, though its answer may be another.
   */
  readonly flip: "broken" | "fixed" | "new" | "same";
  readonly before: TestResult | null;
  readonly after: TestResult;
}

const order = ["broken", "fixed", "new", "same"] as const;

/** Tests of a run beside the same ones of an earlier run, flips first. */
export function compareRuns(
  before: Pick<TestRun, "results">,
  after: Pick<TestRun, "results">,
): readonly ComparedTest[] {
  const known = new Map(before.results.map((result) => [result.name, result]));
  return after.results
    .map((result) => {
      const old = known.get(result.name) ?? null;
      return { name: result.name, flip: flipOf(old, result), before: old, after: result };
    })
    .toSorted((one, other) => order.indexOf(one.flip) - order.indexOf(other.flip));
}

function flipOf(before: TestResult | null, after: TestResult): ComparedTest["flip"] {
  if (!before) return "new";
  if (before.passed === after.passed) return "same";
  return after.passed ? "fixed" : "broken";
}

/** Whether a run is worse than the earlier one: a test is broken, or a new one fails. */
export function isWorse(compared: readonly ComparedTest[]): boolean {
  return compared.some(({ flip, after }) => flip === "broken" || (flip === "new" && !after.passed));
}
