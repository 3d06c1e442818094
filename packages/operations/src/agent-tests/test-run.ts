import type { ToolRow } from "@servicechat/contract";
import type { HandoffReason } from "@servicechat/contract/agent-file";

/** A use of a tool that the agent wanted. */
export interface ToolUse {
  readonly tool: string;
  readonly input: unknown;
}

/** A request that would have left, had no stand-in answered it. Without headers: these hold secrets. */
export interface SentRequest {
  readonly tool: string;
  readonly method: string;
  readonly url: string;
  /** What its JSON says; absent without a body. */
  readonly body?: unknown;
}

/** What came of one message of a test. */
export interface TestedReply {
  /** What the visitor said or did. */
  readonly said: string;
  /** The answer, in Markdown. */
  readonly text: string;
  readonly sources: readonly ToolRow[];
  /** Every tool that was called, a search too, in order. */
  readonly calls: readonly ToolUse[];
  /** The request that the visitor is asked to confirm. */
  readonly confirms: ToolUse | null;
  /** What the agent asks back, a question a line; empty when it asks nothing. */
  readonly asks: string;
  readonly sends: readonly SentRequest[];
  /** Why a person was asked for. */
  readonly handsOver: HandoffReason | null;
  /** It searched and found nothing to answer from. */
  readonly unanswered: boolean;
  readonly outputTokens: number;
  /** Code of the failure that ended it. */
  readonly failure: string | null;
}

/** What came of one test. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** What was expected and did not happen, a sentence each; empty when it passed. */
  readonly faults: readonly string[];
  /** What its own model doubts of the answer. It passes all the same. */
  readonly doubts: readonly string[];
  /** How many of its runs passed, where it was run more than once. */
  readonly runs: number;
  readonly passes: number;
  /** Of the first run that failed, else of the first. */
  readonly replies: readonly TestedReply[];
}

/** What came of the tests of an agent. */
export interface TestRun {
  readonly agent: string;
  /** Version of the agent; `null` for one that is not applied. */
  readonly version: number | null;
  /** Such as `openai gpt-5-mini`, or `extractive`. */
  readonly model: string;
  readonly results: readonly TestResult[];
}
