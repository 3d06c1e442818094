import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { commandLine, compareRuns, isWorse } from "@servicechat/operations";
import type { ComparedTest, NumberedTestRun, TestRun, TestsToRun } from "@servicechat/operations";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { readTestRun } from "../input/read-test-run.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { junitReport } from "../output/junit-report.ts";
import { resultOrThrow, faultyFile } from "./result-or-throw.ts";
import { printTestRun } from "./print-test-run.ts";

interface TestAgentOptions extends JsonOption {
  readonly only?: readonly string[];
  readonly repeat: number;
  readonly draft?: string;
  readonly baseline?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly junit?: string;
  readonly hostile?: boolean;
  readonly keep?: boolean;
  readonly verbose?: boolean;
}

/** `servicechat agent test FILE`. Refuses if a test fails; with a baseline, if a test has become worse. */
export function testAgent(context: CommandContext) {
  const { output } = context;

  return async (path: string, options: TestAgentOptions): Promise<void> => {
    const inFolder = (name: string) => resolve(context.folder, name);
    const { baseline, junit, draft } = options;
    const file = inFolder(path);
    const text = readTextFile(file);
    const { readAgentTests } = await import("@servicechat/operations/agent-file");
    const read = readAgentTests(text);
    if ("faults" in read) throw faultyFile(`${file} is not a valid test file:`, read.faults);
    const before =
      baseline === undefined
        ? undefined
        : await (/^\d{1,9}$/.test(baseline)
            ? readKept(read.tests.agent, Number(baseline))
            : readTestRun(inFolder(baseline)));
    const run = await runTests({
      agent: read.tests.agent,
      file: text,
      repeat: options.repeat,
      hostile: options.hostile === true,
      keep: options.keep === true,
      ...(options.only && { only: options.only }),
      ...(draft !== undefined && {
        draft: {
          text: readTextFile(inFolder(draft)),
          baseDirectory: context.isElsewhere() ? undefined : dirname(inFolder(draft)),
        },
      }),
      recordings: await openRecordings(options),
    });
    if (run.results.length === 0)
      throw new CommandError(`No test in ${file} has a name that begins with that.`);
    if (junit !== undefined) writeReport(inFolder(junit), junitReport(run));
    const compared = before && compareRuns(before, run);
    if (options.json) output.json({ ...run, ...(compared && { flips: flipsOf(compared) }) });
    else printTestRun(output, run, { ...options, compared });
    if (run.number !== null && !options.json) output.note(`Stored as run ${run.number}.`);
    refuseFailed(run, compared);
  };

  async function readKept(agent: string, number: number): Promise<Pick<TestRun, "results">> {
    return resultOrThrow(
      await context.withOperations(({ operations }) =>
        operations.tests.findRun(commandLine, { agent, number }),
      ),
    );
  }

  async function runTests(input: TestsToRun): Promise<NumberedTestRun> {
    const onStep: TestsToRun["onStep"] = ({ done, total }) =>
      output.progress.show(`Testing: ${done} of ${total} `);
    try {
      return resultOrThrow(
        await context.withOperations(({ operations }) =>
          operations.tests.run(commandLine, { ...input, onStep }),
        ),
      );
    } finally {
      output.progress.clear();
    }
  }

  async function openRecordings({ record, replay }: TestAgentOptions): Promise<TestsToRun["recordings"]> {
    const folder = record ?? replay;
    if (folder === undefined) return undefined;
    if (context.isElsewhere())
      throw new CommandError("--record and --replay work only where the tests are run, without --url.");
    const { recordProviders, replayProviders } = await import("@servicechat/agent/recordings");
    const path = resolve(context.folder, folder);
    if (record !== undefined) return recordProviders(path);
    if (existsSync(path) && statSync(path).isDirectory()) return replayProviders(path);
    throw new CommandError(`There is no folder ${path}. Create the recordings with: --record ${folder}`);
  }
}

/** @throws CommandError if a test fails that is not known to fail */
function refuseFailed({ results }: TestRun, compared: readonly ComparedTest[] | undefined): void {
  const failed = results.filter(({ passed }) => !passed).length;
  if (!compared && failed > 0) throw new CommandError(`${failed} of ${results.length} tests failed.`);
  if (compared && isWorse(compared)) {
    const broken = compared.filter(({ flip, after }) => flip !== "fixed" && flip !== "same" && !after.passed);
    throw new CommandError(`${broken.length} of ${results.length} tests are worse than in the baseline.`);
  }
}

const flipsOf = (compared: readonly ComparedTest[]) =>
  compared.flatMap(({ name, flip }) => (flip === "same" ? [] : [{ name, flip }]));

/** @throws CommandError if it cannot be written */
function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new CommandError(`${file} cannot be written: ${reasonOf(cause)}`, { cause });
  }
}
