import { commandLine, compareRuns, isWorse } from "@servicechat/operations";
import type { WrittenFile } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import type { Output } from "../output/print.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { printTestRun } from "./print-test-run.ts";

interface Change {
  readonly agent: string;
  /** The tests, YAML or JSON. */
  readonly tests: string;
  readonly draft: WrittenFile;
}

/**
 * Runs tests with the current agent and with the agent as its file would make it.
 *
 * @throws CommandError if a test passes now and would no longer pass, or if the tests cannot be run
 */
export async function testBeforeApplying(
  { operations }: Pick<Workplace, "operations">,
  { agent, tests: file, draft }: Change,
  output: Output,
): Promise<void> {
  const onStep =
    (which: string) =>
    ({ done, total }: { readonly done: number; readonly total: number }) =>
      output.progress.show(`Testing ${which}: ${done} of ${total} `);
  try {
    const ask = { agent, file };
    const before = resultOrThrow(
      await operations.tests.run(commandLine, { ...ask, onStep: onStep("as it is") }),
    );
    const after = resultOrThrow(
      await operations.tests.run(commandLine, { ...ask, draft, onStep: onStep("as it would be") }),
    );
    output.progress.clear();
    const compared = compareRuns(before, after);
    if (!isWorse(compared)) return;
    printTestRun({ ...output, line: (text = "") => output.note(text) }, after, { compared });
    throw new CommandError("Nothing was applied: tests that pass now would fail.");
  } finally {
    output.progress.clear();
  }
}
