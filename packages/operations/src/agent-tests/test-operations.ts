import type { AgentTests } from "@servicechat/contract/agent-file";
import type { AgentRecord, AgentTestsRecord, ListedTestRun, Storage } from "@servicechat/storage";
import { auditLine } from "../access/audit.ts";
import { onAgent } from "../access/operation.ts";
import type { WithAgent } from "../access/operation.ts";
import type { Actor } from "../access/actor.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { FileFault } from "../agent-file/file-fault.ts";
import { checkWrittenAgent } from "../agents/check-written-agent.ts";
import type { WrittenFile } from "../agents/check-written-agent.ts";
import { decideReach } from "../agents/public-only.ts";
import { pageQuery, refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";
import { chooseTests, countReplies } from "./test-run.ts";
import type { TestResult, TestRun } from "./test-run.ts";
import type { TestedAgent, TestOptions } from "./run-agent-tests.ts";

/** Tests to be run. */
export interface TestsToRun extends TestOptions {
  readonly agent: string;
  /** The tests, YAML or JSON; absent: those that are stored for the agent. */
  readonly file?: string | undefined;
  /** Whether the run is stored, and the file replaces the stored one. */
  readonly keep?: boolean | undefined;
  /** Whether the pack of hostile and off-topic questions is added. */
  readonly hostile?: boolean;
  /** The maximum number of replies; absent: as many as the tests have. */
  readonly maxReplies?: number;
  /** An agent file to test instead of the applied one. */
  readonly draft?: WrittenFile | undefined;
}

/** The stored tests of an agent. */
export type KeptTests = Omit<AgentTestsRecord, "file" | "changedAt"> & {
  /** `null` if none are stored; the revision is 0 then. */
  readonly file: string | null;
  readonly changedAt: number | null;
};

/** A stored run. */
export type KeptTestRun = ListedTestRun & { readonly results: readonly TestResult[] };

/** Operations on tests of agents. */
export const testOperations = {
  /** The stored test file of an agent. */
  read: onAgent(
    "viewer",
    async ({ storage }, { id }, _input: WithAgent, { agents }): Promise<KeptTests> =>
      (await storage.agentTests.find({ scope: { agents }, agentId: id })) ?? {
        agentId: id,
        file: null,
        revision: 0,
        changedAt: null,
      },
  ),

  /** Stores a test file for an agent, replacing the previous one. */
  write: onAgent(
    "editor",
    async (
      context,
      { id },
      input: WithAgent & { readonly file: string; readonly seen?: string | undefined },
      actor,
    ) => {
      const read = await readTests(id, input.file);
      if ("kind" in read) return read;
      return writeTests(context, id, input, actor);
    },
  ),

  /**
   * Holds the conversations of tests with an agent, and reports unmet expectations. No tool's request is sent. One run
   * of an agent at a time, within a process.
   */
  run: onAgent("editor", (context, agent, input: TestsToRun, actor) =>
    oneRunAtATime(context.storage, agent.id, () => runTests(context, agent, input, actor)),
  ),

  /** Tests that could be added, drawn from what the agent knows. Nothing is stored. */
  suggest: onAgent(
    "editor",
    async (
      context,
      agent,
      input: WithAgent & {
        readonly except?: readonly string[] | undefined;
        readonly signal?: AbortSignal | undefined;
      },
    ) => {
      const { suggestTests } = await import("./suggest-tests.ts");
      return suggestTests(context, agent, input);
    },
  ),

  /** Stored runs, newest first. */
  runs: onAgent("viewer", ({ storage }, { id }, { limit, after }: WithAgent & PageRequest, { agents }) =>
    refuseInvalidCursor(() =>
      storage.agentTests.listRuns({
        scope: { agents },
        agentId: id,
        ...pageQuery({ limit, after }),
      }),
    ),
  ),

  /** One stored run with its results. */
  findRun: onAgent(
    "viewer",
    async ({ storage }, { id }, { number }: WithAgent & { readonly number: number }, { agents }) => {
      const found = await storage.agentTests.findRun({ scope: { agents }, agentId: id, number });
      // They were written by `storeTestRun`, and come back as they were.
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
  | NumberedTestRun
  | RefusedAs<"tests_faulty" | "agent_file_faulty" | "precondition_failed" | "agent_not_found">
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
  return { ...run, number: await storeTestRun(context, run, actor) };
}

async function writeTests(
  context: OperationContext,
  id: string,
  { file, seen }: { readonly file: string; readonly seen?: string | undefined },
  actor: Actor,
): Promise<KeptTests | RefusedAs<"precondition_failed" | "agent_not_found">> {
  const at = context.now();
  const name = (await context.storage.agents.find(id))?.definition.name;
  const written = await context.storage.agentTests.write({
    agentId: id,
    file,
    at,
    // An invalid revision matches none.
    ...(seen !== undefined && seen !== "*" && { expected: /^\d{1,9}$/.test(seen) ? Number(seen) : -1 }),
    audit: auditLine(context, actor, "tests.change", {
      kind: "agent",
      id,
      name,
    }),
  });
  if (written.kind === "agent_not_found") return { kind: "agent_not_found", id, known: [] };
  if (written.kind === "newer_revision")
    return { kind: "precondition_failed", revision: String(written.revision) };
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
  await decideReach(context.storage, definition, actor);
  return { definition, baseDirectory, version: null };
}

/** A run with the number that it is stored under; `null` if it is not stored. */
export type NumberedTestRun = TestRun & { readonly number: number | null };

const running = new WeakMap<Storage, Set<string>>();

/** Runs tests of an agent, unless this process is already running some: they cost what chats cost. */
async function oneRunAtATime<Result>(
  storage: Storage,
  agentId: string,
  work: () => Promise<Result>,
): Promise<Result | RefusedAs<"rate_limited">> {
  const agents = running.get(storage) ?? new Set();
  running.set(storage, agents);
  if (agents.has(agentId)) {
    const detail = "The tests of this agent are already running. Try again when they have finished.";
    return { kind: "rate_limited", detail, retryAfter: 30 };
  }
  agents.add(agentId);
  try {
    return await work();
  } finally {
    agents.delete(agentId);
  }
}

/** Stores the results of tests and returns their number; `null` if the agent no longer exists. */
async function storeTestRun(
  { storage, now }: Pick<OperationContext, "storage" | "now">,
  { agent, version, model, results }: TestRun,
  { kind, name }: Pick<Actor, "kind" | "name">,
): Promise<number | null> {
  const passed = results.filter((result) => result.passed).length;
  const number = await storage.agentTests.addRun({
    agentId: agent,
    at: now(),
    version,
    model,
    passed,
    failed: results.length - passed,
    author: { kind, name: name ?? null },
    results,
  });
  return number ?? null;
}
