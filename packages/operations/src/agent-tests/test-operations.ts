import type { AgentTests } from "@servicechat/contract/agent-file";
import type { AgentRecord, AgentTestsRecord, ListedTestRun } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import { onAgent } from "../access/operation.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { FileFault } from "../agent-file/file-fault.ts";
import { checkWrittenAgent } from "../agents/check-written-agent.ts";
import type { WrittenFile } from "../agents/check-written-agent.ts";
import { inList } from "../paging/in-list.ts";
import type { PageRequest } from "../paging/page.ts";
import type { OperationContext } from "../operation-context.ts";
import { chooseTests, countReplies } from "./choose-tests.ts";
import { keepTestRun } from "./keep-test-run.ts";
import { oneRunAtATime } from "./one-run-at-a-time.ts";
import type { TestedAgent, TestOptions } from "./run-agent-tests.ts";
import type { TestResult, TestRun } from "./test-run.ts";

interface NamedAgent {
  readonly agent: string;
}

/** Tests to be run. */
export interface TestsToRun extends TestOptions {
  readonly agent: string;
  /** The tests, YAML or JSON; absent: those that are kept for the agent. */
  readonly file?: string | undefined;
  /** Whether what comes of it is kept, and the file in place of the one kept before. */
  readonly keep?: boolean | undefined;
  /** Whether the pack of hostile and off-topic questions is added. */
  readonly hostile?: boolean;
  /** The maximum number of replies; absent: as many as the tests have. */
  readonly maxReplies?: number;
  /** A file of the agent that is tried in place of what is applied. */
  readonly draft?: WrittenFile | undefined;
}

/** Tests of an agent, as they are kept. */
export type KeptTests = Omit<AgentTestsRecord, "file" | "changedAt"> & {
  /** `null` when none are kept; the revision is 0 then. */
  readonly file: string | null;
  readonly changedAt: number | null;
};

/** A run that is kept. */
export type KeptTestRun = ListedTestRun & { readonly results: readonly TestResult[] };

/** Operations on tests of agents. */
export const testOperations = {
  /** The file of tests that is kept for an agent. */
  read: onAgent(
    "viewer",
    async ({ storage }, { id }, _input: NamedAgent, { agents }): Promise<KeptTests> =>
      (await storage.agentTests.find({ scope: { agents }, agentId: id })) ?? {
        agentId: id,
        file: null,
        revision: 0,
        changedAt: null,
      },
  ),

  /** Keeps a file of tests for an agent, in place of the one before. */
  write: onAgent(
    "editor",
    async (
      context,
      { id },
      input: NamedAgent & { readonly file: string; readonly seen?: string | undefined },
      actor,
    ) => {
      const read = await readTests(id, input.file);
      if ("kind" in read) return read;
      return writeTests(context, id, input, actor);
    },
  ),

  /**
   * Holds the conversations of tests with an agent, and says what is not as expected. No tool's request leaves. One run
   * of an agent at a time, within a process.
   */
  run: onAgent("editor", (context, agent, input: TestsToRun, actor) =>
    oneRunAtATime(context.storage, agent.id, () => runTests(context, agent, input, actor)),
  ),

  /** Runs that are kept, newest first. */
  runs: onAgent("viewer", ({ storage }, { id }, { limit, after }: NamedAgent & PageRequest, { agents }) =>
    inList(() =>
      storage.agentTests.listRuns({
        scope: { agents },
        agentId: id,
        limit,
        ...(after !== undefined && { after }),
      }),
    ),
  ),

  /** One of them, whole. */
  findRun: onAgent(
    "viewer",
    async ({ storage }, { id }, { number }: NamedAgent & { readonly number: number }, { agents }) => {
      const found = await storage.agentTests.findRun({ scope: { agents }, agentId: id, number });
      // They were written by `keepTestRun`, and come back as they were.
      return found ? (found as unknown as KeptTestRun) : { kind: "test_run_not_found" as const, id, number };
    },
  ),
};

async function runTests(
  context: OperationContext,
  agent: AgentRecord,
  input: TestsToRun,
  actor: Actor,
): Promise<
  NumberedTestRun | RefusedAs<"tests_faulty" | "agent_file_faulty" | "revision_outdated" | "agent_not_found">
> {
  const kept = await context.storage.agentTests.find({ scope: { agents: actor.agents }, agentId: agent.id });
  const file = input.file ?? kept?.file;
  if (file === undefined) return faulty([{ line: null, message: "There are no tests for this agent yet." }]);
  const read = await readTests(agent.id, file);
  if ("kind" in read) return read;
  const tested = await testedAgent(context, agent, input, actor);
  if ("kind" in tested) return tested;
  const { hostilePack } = await import("./hostile-pack.ts");
  const { runAgentTests } = await import("./run-agent-tests.ts");
  const pack = input.hostile ? hostilePack(agent.id).tests : [];
  const tests = { ...read.tests, tests: [...read.tests.tests, ...pack] };
  const replies = countReplies(chooseTests(tests, input.only), input.repeat ?? 1);
  if (replies > (input.maxReplies ?? Infinity)) return faulty([tooMany(replies, input.maxReplies)]);
  const run = await runAgentTests(context, tested, { ...input, tests });
  if (!input.keep) return { ...run, number: null };
  if (file !== kept?.file) {
    const written = await writeTests(context, agent.id, { file }, actor);
    if ("kind" in written) return written;
  }
  return { ...run, number: await keepTestRun(context, run, actor) };
}

async function writeTests(
  context: OperationContext,
  id: string,
  { file, seen }: { readonly file: string; readonly seen?: string | undefined },
  actor: Actor,
): Promise<KeptTests | RefusedAs<"revision_outdated" | "agent_not_found">> {
  const at = context.now();
  const written = await context.storage.agentTests.write({
    agentId: id,
    file,
    at,
    // An invalid revision matches none.
    ...(seen !== undefined && seen !== "*" && { expected: /^\d{1,9}$/.test(seen) ? Number(seen) : -1 }),
    audit: auditLine(context, actor, "tests.change", { kind: "agent", id }),
  });
  if (written.kind === "agent_not_found") return { kind: "agent_not_found", id, known: [] };
  if (written.kind === "newer_revision")
    return { kind: "revision_outdated", revision: String(written.revision) };
  return { agentId: id, file, revision: written.revision, changedAt: at };
}

/** YAML takes long to load: no other operation waits for it. */
async function readTests(
  id: string,
  file: string,
): Promise<{ readonly tests: AgentTests } | RefusedAs<"tests_faulty">> {
  const { readAgentTests } = await import("./read-agent-tests.ts");
  const read = readAgentTests(file);
  if ("faults" in read) return faulty(read.faults);
  if (read.tests.agent === id) return read;
  return faulty([{ line: null, message: `agent: must be ${id}, but is ${read.tests.agent}` }]);
}

const tooMany = (replies: number, most = replies): FileFault => ({
  line: null,
  message: `this run needs ${replies} replies (turns of all tests, times 'repeat'), and at most ${most} are allowed at once: choose tests with 'only', repeat them less, or use the command line on the server`,
});

const faulty = (faults: readonly FileFault[]) => ({ kind: "tests_faulty" as const, faults });

async function testedAgent(
  context: OperationContext,
  agent: AgentRecord,
  { draft }: Pick<TestsToRun, "draft">,
  actor: Actor,
): Promise<TestedAgent | RefusedAs<"agent_file_faulty" | "agent_not_found">> {
  if (!draft) return agent;
  const checked = await checkWrittenAgent(context, { ...draft, agent: agent.id }, actor);
  if ("kind" in checked) return checked;
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory } = checked;
  return { definition, baseDirectory, version: null };
}

/** A run with the number under which it is kept; `null` when it is not. */
export type NumberedTestRun = TestRun & { readonly number: number | null };
