import type { Reporter, TestModule } from "vitest/node";

/** Ends a run's output with how many tests passed, failed and were skipped. */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failed = inState("failed") + modules.filter(isBroken).length + unhandledErrors.length;
    const counts = `${inState("passed")} passed, ${failed} failed, ${inState("skipped")} skipped`;
    // Last of all, after everything else that is printed at the end.
    process.once("exit", () => process.stdout.write(`${counts}\n`));
  },
};

/** A file that failed as a whole, so its tests report nothing. */
function isBroken(module: TestModule): boolean {
  return module.errors().length > 0;
}
