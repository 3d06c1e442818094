import type { ToolRow } from "@servicechat/contract";
import type { HandoffReason, AgentTest, AgentTests } from "@servicechat/contract/agent-file";
import { compareTestRuns } from "@servicechat/contract/admin";
import type { ComparedTest as Compared } from "@servicechat/contract/admin";

/** A use of a tool that the agent wanted. */
export interface ToolUse {
  readonly tool: string;
  readonly input: unknown;
}

/** A request that would have been sent if no stand-in had answered it. Without headers, since these contain secrets. */
export interface SentRequest {
  readonly tool: string;
  readonly method: string;
  readonly url: string;
  /** Its JSON, parsed; absent without a body. */
  readonly body?: unknown;
}

/** The result of one message of a test. */
export interface TestedReply {
  /** The visitor's message or action. */
  readonly said: string;
  /** The answer, in Markdown. */
  readonly text: string;
  readonly sources: readonly ToolRow[];
  /** Every tool that was called, searches included, in order. */
  readonly calls: readonly ToolUse[];
  /** The request that the visitor is asked to confirm. */
  readonly confirms: ToolUse | null;
  /** The questions that the agent asks in return, one per line; empty if it asks none. */
  readonly asks: string;
  readonly sends: readonly SentRequest[];
  /** Why a person was asked for. */
  readonly handsOver: HandoffReason | null;
  /** It searched and found nothing to answer from. */
  readonly unanswered: boolean;
  readonly outputTokens: number;
  /** The code of the failure that ended it. */
  readonly failure: string | null;
}

/** The result of one test. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** Unmet expectations, one sentence each; empty if it passed. */
  readonly faults: readonly string[];
  /** The doubts of the agent's own model about the answer. The test passes anyway. */
  readonly doubts: readonly string[];
  /** How many of its runs passed, if it was run more than once. */
  readonly runs: number;
  readonly passes: number;
  /** Those of the first run that failed, otherwise of the first run. */
  readonly replies: readonly TestedReply[];
}

/** The results of an agent's tests. */
export interface TestRun {
  readonly agent: string;
  /** Version of the agent; `null` for one that is not applied. */
  readonly version: number | null;
  /** Such as `openai gpt-5-mini`, or `extractive`. */
  readonly model: string;
  readonly results: readonly TestResult[];
}

/** The tests of a file whose names begin like one of these; without any, all. */
export function chooseTests(
  { tests }: Pick<AgentTests, "tests">,
  only: readonly string[] | undefined,
): readonly AgentTest[] {
  if (only === undefined) return tests;
  return tests.filter(({ name }) => only.some((beginning) => name.startsWith(beginning)));
}

/** How many replies the agent is asked for by tests. */
export function countReplies(tests: readonly Pick<AgentTest, "turns">[], repeat: number): number {
  return repeat * tests.reduce((sum, { turns }) => sum + (turns?.length ?? 1), 0);
}

/** One test in two runs. */
export type ComparedTest = Compared<TestResult>;

/** Tests of a run beside the same ones of an earlier run, flips first. */
export function compareRuns(
  before: Pick<TestRun, "results">,
  after: Pick<TestRun, "results">,
): readonly ComparedTest[] {
  return compareTestRuns(before.results, after.results);
}

/** Whether a run is worse than the earlier one: a test is broken, or a new one fails. */
export function isWorse(compared: readonly ComparedTest[]): boolean {
  return compared.some(({ flip, after }) => flip === "broken" || (flip === "new" && !after.passed));
}
