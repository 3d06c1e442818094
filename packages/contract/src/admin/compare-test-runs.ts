/** The part of a test's result that decides whether it flips. */
interface ComparableResult {
  readonly name: string;
  readonly passed: boolean;
}

/**
 * A test's result compared with an earlier run. `broken`: it passed before and fails now. `fixed`: vice versa. `new`:
 * it did not exist before. `same`: it passes or fails as before, though its answer may differ.
 */
export type TestFlip = "broken" | "fixed" | "new" | "same";

/** One test in two runs; a test is known by its name. */
export interface ComparedTest<Result> {
  readonly name: string;
  readonly flip: TestFlip;
  readonly before: Result | null;
  readonly after: Result;
}

const order: readonly TestFlip[] = ["broken", "fixed", "new", "same"];

/** Tests of a run beside the same ones of an earlier run, flips first. */
export function compareTestRuns<Result extends ComparableResult>(
  before: readonly Result[],
  after: readonly Result[],
): readonly ComparedTest<Result>[] {
  const known = new Map(before.map((result) => [result.name, result]));
  return after
    .map((result) => {
      const old = known.get(result.name) ?? null;
      return { name: result.name, flip: flipOf(old, result), before: old, after: result };
    })
    .toSorted((one, other) => order.indexOf(one.flip) - order.indexOf(other.flip));
}

function flipOf(before: ComparableResult | null, after: ComparableResult): TestFlip {
  if (!before) return "new";
  if (before.passed === after.passed) return "same";
  return after.passed ? "fixed" : "broken";
}
