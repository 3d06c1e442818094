import { modelName } from "@servicechat/agent";
import type { AgentDefinition, AgentTest, AgentTests } from "@servicechat/contract/agent-file";
import { isPublicOnly } from "../agents/public-only.ts";
import type { OperationContext } from "../operation-context.ts";
import { serializeSearches } from "../knowledge/ask-without-model.ts";
import { chooseTests } from "./test-run.ts";
import { runTest } from "./run-test.ts";
import type { ProviderRecordings, TestBench } from "./run-test.ts";
import type { TestResult, TestRun } from "./test-run.ts";

/** How tests are run. */
export interface TestOptions {
  /** Names of those to run, or beginnings of them; absent: all. */
  readonly only?: readonly string[];
  /** How often each is run: it passes if it does so every time. */
  readonly repeat?: number;
  /** Calls of providers are recorded, or answered from recordings; absent: the providers are called. */
  readonly recordings?: ProviderRecordings | undefined;
  /** Receives each result as soon as it is there; the order is that in which tests end. */
  readonly onStep?: (step: {
    readonly done: number;
    readonly total: number;
    readonly result: TestResult;
  }) => void;
  readonly signal?: AbortSignal;
}

/** The tested agent: an applied one, or one from a file. */
export interface TestedAgent {
  readonly definition: AgentDefinition;
  readonly baseDirectory: string;
  readonly version: number | null;
}

type TestContext = Pick<
  OperationContext,
  "storage" | "knowledge" | "environment" | "secrets" | "allowedNetworks"
>;

/** Simultaneous conversations: without a model they are streamed at reading speed, which costs nothing but time. */
const atOnce = { free: 32, paid: 4 } as const;

/**
 * Runs tests of an agent with the knowledge that it has now. No tool's request is sent.
 *
 * @throws the reason of the signal if it is aborted, and the error that ended a test; then nothing of the run continues
 */
export async function runAgentTests(
  { storage, knowledge, environment, secrets, allowedNetworks = [] }: TestContext,
  { definition, baseDirectory, version }: TestedAgent,
  { tests: file, ...options }: TestOptions & { readonly tests: AgentTests },
): Promise<TestRun> {
  const { only, repeat = 1, recordings, onStep = () => undefined, signal } = options;
  const ended = new AbortController();
  const end = () => ended.abort(signal?.reason);
  const search = serializeSearches(knowledge);
  const bench: TestBench = {
    definition,
    baseDirectory,
    documents: await storage.knowledge.documents(definition.id),
    file,
    agentDependencies: {
      search: (agentId) => (query, limit) => search(agentId, query, limit),
      hasVerbatim: (...asked) => knowledge.hasVerbatim(...asked),
      isPublicOnly: (origin) => isPublicOnly(storage, origin),
      allowedNetworks,
      environment,
      findStoredSecret: secrets.find,
    },
    recordings,
    signal: ended.signal,
  };
  const chosen = chooseTests(file, only);
  const results: TestResult[] = [];
  let next = 0;
  let done = 0;
  async function takeNext(): Promise<void> {
    for (let at = next++; at < chosen.length; at = next++) {
      const test = chosen[at];
      if (!test) return;
      const result = await runRepeatedly(test, repeat, bench);
      results[at] = result;
      onStep({ done: ++done, total: chosen.length, result });
    }
  }
  // No result is shown when one is missing: the others need not be paid for.
  const work = () =>
    takeNext().catch((error: unknown) => {
      ended.abort(error);
      throw error;
    });
  const isFree = definition.model.provider === "extractive" || recordings?.isReplay === true;
  const workers = isFree ? atOnce.free : atOnce.paid;
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  try {
    // All of them, so that nothing is still running when the run is over.
    await Promise.allSettled(Array.from({ length: workers }, work));
    ended.signal.throwIfAborted();
  } finally {
    signal?.removeEventListener("abort", end);
  }
  return { agent: definition.id, version, model: nameOf(definition), results };
}

async function runRepeatedly(test: AgentTest, repeat: number, bench: TestBench): Promise<TestResult> {
  const runs = [];
  for (let run = 0; run < repeat; run++) runs.push(await runTest(test, bench));
  const failed = runs.filter(({ faults }) => faults.length > 0);
  const { replies = [], faults = [], doubts = [] } = failed[0] ?? runs[0] ?? {};
  return {
    name: test.name,
    passed: failed.length === 0,
    faults,
    doubts,
    runs: runs.length,
    passes: runs.length - failed.length,
    replies,
  };
}

function nameOf({ model }: AgentDefinition): string {
  return model.provider === "extractive" ? "extractive" : `${model.provider} ${modelName(model)}`;
}
