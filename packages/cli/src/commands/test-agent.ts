import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "@servicechat/contract";
import { keptTestRunSchema, testRunSchema } from "@servicechat/contract/admin-schemas";
import { commandLine, compareRuns, isWorse } from "@servicechat/operations";
import type {
  ComparedTest,
  NumberedTestRun,
  TestedReply,
  TestResult,
  TestRun,
  TestsToRun,
  WrittenFile,
} from "@servicechat/operations";
import { asSent, segment } from "../admin/admin-api.ts";
import { faultyFile, resultOrThrow } from "../admin/refusals.ts";
import type { Workplace } from "../admin/workplace.ts";
import type { CommandContext, JsonOption } from "../command-context.ts";
import { CommandError } from "../input/command-error.ts";
import { readTextFile } from "../input/read-text-file.ts";
import { junitReport } from "../output/junit-report.ts";
import type { Output } from "../output/print.ts";

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
    const path = `agents/${segment(agent)}/tests/runs/${number}`;
    const { results } = await context.withAdmin(({ api }) =>
      api.ask("GET", path, { answer: keptTestRunSchema }),
    );
    // The results are only compared and printed.
    return { results: results as unknown as TestRun["results"] };
  }

  async function runTests(input: TestsToRun): Promise<NumberedTestRun> {
    const onStep: TestsToRun["onStep"] = ({ done, total }) =>
      output.progress.show(`Testing: ${done} of ${total} `);
    try {
      return await context.withAdmin((place) => runAgentTests(place, { ...input, onStep }));
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

interface TestedChange {
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
  place: Workplace,
  { agent, tests: file, draft: { text, baseDirectory } }: TestedChange,
  output: Output,
): Promise<void> {
  const onStep =
    (which: string) =>
    ({ done, total }: { readonly done: number; readonly total: number }) =>
      output.progress.show(`Testing ${which}: ${done} of ${total} `);
  try {
    const before = await runAgentTests(place, { agent, file, onStep: onStep("as it is") });
    const draft = { text, baseDirectory };
    const after = await runAgentTests(place, { agent, file, draft, onStep: onStep("as it would be") });
    output.progress.clear();
    const compared = compareRuns(before, after);
    if (!isWorse(compared)) return;
    printTestRun({ ...output, line: (text = "") => output.note(text) }, after, { compared });
    throw new CommandError("Nothing was applied: tests that pass now would fail.");
  } finally {
    output.progress.clear();
  }
}

/**
 * Runs tests where the agent is. Locally, drafts may use files of this machine, and recordings may replace providers,
 * neither of which the API offers. A remote service sends results only when all tests are done.
 */
async function runAgentTests({ api, here }: Workplace, input: TestsToRun): Promise<NumberedTestRun> {
  if (here) return resultOrThrow(await here.operations.tests.run(commandLine, input));
  const { agent, file, draft, only, repeat, hostile, keep } = input;
  return api.ask("POST", `agents/${segment(agent)}/tests/run`, {
    body: {
      file,
      draft: draft?.text,
      only,
      repeat,
      ...(hostile && { hostile }),
      ...(keep && { keep }),
    },
    answer: asSent<NumberedTestRun>(),
  });
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

interface Printed {
  readonly verbose?: boolean;
  /** Compared with an earlier run. */
  readonly compared?: readonly ComparedTest[] | undefined;
}

/** Prints the result of each test: first those that flipped, and what was said in those that failed. */
function printTestRun(
  output: Output,
  { agent, version, model, results }: TestRun,
  { verbose = false, compared }: Printed,
): void {
  const which = version === null ? "draft" : `version ${version}`;
  output.line(`Agent '${agent}', ${which}, ${model}\n`);
  const known = compared ?? results.map((after) => ({ flip: "same" as const, before: null, after }));
  for (const { flip, before, after } of known) {
    printResult(output, after, { flip, isOpen: verbose || !after.passed });
    if (before && flip !== "same") printBefore(output, before);
  }
  const passed = results.filter((result) => result.passed).length;
  output.line(`\n${passed} of ${results.length} tests passed.`);
  if (compared) output.line(flipText(compared));
}

const marks = { broken: "BROKEN", fixed: "fixed ", new: "new   ", same: undefined } as const;

function printResult(
  output: Output,
  { name, passed, faults, doubts, runs, passes, replies }: TestResult,
  { flip, isOpen }: { readonly flip: ComparedTest["flip"]; readonly isOpen: boolean },
): void {
  const often = runs > 1 ? `  (${passes} of ${runs} runs passed)` : "";
  output.line(`${marks[flip] ?? (passed ? "ok    " : "FAILED")}  ${name}${often}`);
  for (const fault of faults) output.line(`          ${fault}`);
  for (const doubt of doubts) output.line(`          in doubt: ${doubt}`);
  if (isOpen) for (const reply of replies) printReply(output, reply);
}

function printBefore(output: Output, { faults, replies }: TestResult): void {
  output.line(`          before${faults.length > 0 ? `, when it failed: ${faults.join("; ")}` : ":"}`);
  for (const reply of replies) printReply(output, reply);
}

function printReply(output: Output, { said, text, asks }: TestedReply): void {
  output.line(indented(said, "          > "));
  for (const part of [text, asks]) if (part.trim() !== "") output.line(indented(part, "          | "));
}

function flipText(compared: readonly ComparedTest[]): string {
  const counts = (["broken", "fixed", "new"] as const).map(
    (kind) => `${compared.filter(({ flip }) => flip === kind).length} ${kind}`,
  );
  return `Compared with the baseline: ${counts.join(", ")}.`;
}

const indented = (text: string, by: string) => text.trim().replace(/^/gm, by);

/** Reads the output of an earlier `agent test --json`. @throws CommandError if it is anything else */
function readTestRun(file: string): TestRun {
  const value = valueOf(readTextFile(file));
  if (testRunSchema.safeParse(value).success) return value as TestRun;
  throw new CommandError(
    `${file} is not a stored test run. Create one with: servicechat agent test ... --json > FILE`,
  );
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
