import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { kindsOfTests } from "./kinds.ts";

/** How many of the slowest files are named. */
const slowest = 5;
/** Characters of the reason of a failure. */
const maxReason = 800;

/** Ends a run's output with what a person reads first: what failed, a line for each kind of test, and the slowest files. */
export function summaryReporter(): Reporter {
  let startedAt = performance.now();
  return {
    onTestRunStart() {
      startedAt = performance.now();
    },
    onTestRunEnd(modules, unhandledErrors) {
      const summary = summarize(modules, unhandledErrors.length, performance.now() - startedAt);
      // Last of all, after everything else that is printed at the end.
      process.once("exit", () => process.stdout.write(summary));
    },
  };
}

/** @param errors how many errors belong to no file */
function summarize(modules: readonly TestModule[], errors: number, tookMs: number): string {
  const failures = modules.flatMap((module) => [
    ...(isBroken(module) ? [module.relativeModuleId] : []),
    ...inState(module, "failed").map(
      (test) => `${module.relativeModuleId} > ${test.fullName}${reasonOf(test)}`,
    ),
  ]);
  const kinds = kindsOfTests.flatMap((kind) => {
    const ofKind = modules.filter(({ project }) => project.name === kind);
    return ofKind.length === 0 ? [] : [row(kind, ofKind)];
  });
  const lines = [
    ...failures.map((title) => `FAILED ${title}`),
    ...(errors > 0 ? [`FAILED ${errors} errors outside of tests`] : []),
    "",
    "kind        files    passed    failed   skipped   time of its files",
    ...kinds,
    "",
    "slowest files",
    ...modules
      .toSorted((one, other) => duration(other) - duration(one))
      .slice(0, slowest)
      .map((module) => `${seconds(duration(module)).padStart(8)}  ${relative("", module.moduleId)}`),
    "",
    `${count(modules, "passed")} passed, ${count(modules, "failed") + errors} failed, ` +
      `${count(modules, "skipped")} skipped in ${seconds(tookMs).trim()}`,
    "",
  ];
  return lines.join("\n");
}

function row(kind: string, modules: readonly TestModule[]): string {
  const counts = [
    modules.length,
    count(modules, "passed"),
    count(modules, "failed"),
    count(modules, "skipped"),
  ];
  const time = seconds(modules.reduce((sum, module) => sum + duration(module), 0));
  return `${kind.padEnd(9)}${counts.map((each) => String(each).padStart(8)).join("  ")}  ${time.padStart(8)}`;
}

type State = "passed" | "failed" | "skipped";

/** Where the first error was thrown, and the beginning of what it says, which may be far above in a long log. */
function reasonOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const at = error?.stacks?.find(({ file }) => file === test.module.moduleId) ?? error?.stacks?.[0];
  const place = at ? ` (${relative("", at.file)}:${at.line})` : "";
  const causes = [];
  for (let cause = error?.cause; cause; cause = cause.cause) causes.push(`caused by ${cause.message}`);
  const said = [error?.message, error?.diff, ...causes].filter((text) => text !== undefined).join(" ");
  if (said === "") return place;
  return `${place}: ${stripVTControlCharacters(said).replaceAll(/\s+/g, " ").slice(0, maxReason)}`;
}

/** A file that failed as a whole counts as one failure, since its tests report nothing. */
function count(modules: readonly TestModule[], state: State): number {
  const tests = modules.reduce((sum, module) => sum + inState(module, state).length, 0);
  return state === "failed" ? tests + modules.filter(isBroken).length : tests;
}

function inState(module: TestModule, state: State): readonly TestCase[] {
  return [...module.children.allTests(state)];
}

function isBroken(module: TestModule): boolean {
  return module.errors().length > 0;
}

/** In milliseconds, with loading and hooks. */
function duration(module: TestModule): number {
  const { collectDuration, setupDuration, duration: tests } = module.diagnostic();
  return collectDuration + setupDuration + tests;
}

function seconds(ms: number): string {
  const whole = Math.round(ms / 1_000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
