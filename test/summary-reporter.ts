import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { secondTries } from "./second-tries.ts";

/** Ends a run's output with the tests that needed a second try and, on the last line, how many passed, failed and were skipped. */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failed = inState("failed") + modules.filter(isBroken).length + unhandledErrors.length;
    const counts = `${inState("passed")} passed, ${failed} failed, ${inState("skipped")} skipped`;
    const lines = [...tests.filter(neededSecondTry).map(describeSecondTry), counts];
    // Last of all, behind whatever else is said at the end.
    process.once("exit", () => process.stdout.write(`${lines.join("\n")}\n`));
  },
};

/** A file that failed as a whole, so that its tests say nothing of it. */
function isBroken(module: TestModule): boolean {
  return module.errors().length > 0;
}

function neededSecondTry(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0;
}

function describeSecondTry(test: TestCase): string {
  const file = relative(process.cwd(), test.module.moduleId);
  const listed = secondTries.find((each) => each.file === file && each.title === test.name);
  const errors = (test.result().errors ?? []).map(({ message }) => `\n  ${message.replaceAll("\n", "\n  ")}`);
  return `Second try: ${file} > ${test.fullName}: ${listed?.reason ?? "no reason is listed"}${errors.join("")}`;
}
