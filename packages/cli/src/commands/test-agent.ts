import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { commandLine } from "@servicechat/operations";
import type { TestRun } from "@servicechat/operations";
import type { CommandParts, JsonOption } from "../command-parts.ts";
import { CommandError } from "../input/command-error.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { junitReport } from "../output/junit-report.ts";
import { answered, faultyFile } from "./answered.ts";
import { printTestRun } from "./print-test-run.ts";

interface TestAgentOptions extends JsonOption {
  readonly only?: readonly string[];
  readonly repeat: number;
  readonly draft?: string;
  readonly junit?: string;
  readonly verbose?: boolean;
}

/** `servicechat agent test FILE`. Refused when a test fails. */
export function testAgent(parts: CommandParts) {
  const { output } = parts;

  return async (path: string, options: TestAgentOptions): Promise<void> => {
    const file = resolve(parts.folder, path);
    const text = readTextFile(file);
    const { readAgentTests } = await import("@servicechat/operations/agent-file");
    const read = readAgentTests(text);
    if ("faults" in read) throw faultyFile(`${file} is not a file of tests:`, read.faults);
    const run = await runTests(text, read.tests.agent, options);
    if (run.results.length === 0) throw new CommandError(`No test of ${file} begins like that.`);
    if (options.junit !== undefined) writeReport(resolve(parts.folder, options.junit), junitReport(run));
    if (options.json) output.json(run);
    else printTestRun(output, run, options);
    const failed = run.results.filter(({ passed }) => !passed).length;
    if (failed > 0) throw new CommandError(`${failed} of ${run.results.length} tests failed.`);
  };

  async function runTests(
    text: string,
    agent: string,
    { only, repeat, draft }: TestAgentOptions,
  ): Promise<TestRun> {
    const draftFile = draft === undefined ? undefined : resolve(parts.folder, draft);
    const baseDirectory = draftFile !== undefined && !parts.isElsewhere() ? dirname(draftFile) : undefined;
    try {
      return answered(
        await parts.withOperations(({ operations }) =>
          operations.tests.run(commandLine, {
            agent,
            file: text,
            repeat,
            ...(only && { only }),
            ...(draftFile !== undefined && { draft: { text: readTextFile(draftFile), baseDirectory } }),
            onStep: ({ done, total }) => output.progress.show(`Testing: ${done} of ${total} `),
          }),
        ),
      );
    } finally {
      output.progress.clear();
    }
  }
}

/** @throws CommandError when it cannot be written */
function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new CommandError(`${file} cannot be written: ${reasonOf(cause)}`, { cause });
  }
}
