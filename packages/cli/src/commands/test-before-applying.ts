import { commandLine, compareRuns, isWorse } from "@servicechat/operations";
import type { WrittenFile } from "@servicechat/operations";
import type { Workplace } from "../command-operations.ts";
import { CommandError } from "../input/command-error.ts";
import type { Output } from "../output/print.ts";
import { answered } from "./answered.ts";
import { printTestRun } from "./print-test-run.ts";

interface Change {
  readonly agent: string;
  /** The tests, YAML or JSON. */
  readonly tests: string;
  readonly draft: WrittenFile;
}

/**
 * Runs tests with the agent as it is and as its file would make it.
 *
 * @throws CommandError when a test passes now and would not pass then, or when they cannot be run
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
    const before = answered(await operations.tests.run(commandLine, { ...ask, onStep: onStep("as it is") }));
    const after = answered(
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
