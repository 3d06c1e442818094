import { z } from "zod";

const toolUseSchema = z.object({ tool: z.string(), input: z.unknown() });

const testedReplySchema = z.object({
  /** What the visitor said or did. */
  said: z.string(),
  /** The answer, in Markdown. */
  text: z.string(),
  sources: z.array(z.record(z.string(), z.unknown())),
  calls: z.array(toolUseSchema),
  confirms: toolUseSchema.nullable(),
  /** What the agent asks back. */
  asks: z.string(),
  /** Requests that would have left. */
  sends: z.array(
    z.object({ tool: z.string(), method: z.string(), url: z.string(), body: z.unknown().optional() }),
  ),
  /** Why a person was asked for. */
  handsOver: z.string().nullable(),
  unanswered: z.boolean(),
  outputTokens: z.number(),
  failure: z.string().nullable(),
});

const testResultSchema = z.object({
  name: z.string(),
  passed: z.boolean(),
  /** What was expected and did not happen. */
  faults: z.array(z.string()),
  /** What the agent's own model doubts of the answer. */
  doubts: z.array(z.string()),
  runs: z.number(),
  passes: z.number(),
  replies: z.array(testedReplySchema),
});

/** Answer of `POST agents/{id}/tests/run`. */
export const testRunSchema = z.object({
  agent: z.string(),
  /** Of the agent; null for a draft. */
  version: z.number().nullable(),
  model: z.string(),
  results: z.array(testResultSchema),
});
/** What came of the tests of an agent. */
export type AgentTestRun = z.infer<typeof testRunSchema>;

/** Body of `POST agents/{id}/tests/run`. */
export const runTestsSchema = z.object({
  /** The tests, YAML or JSON. */
  file: z.string().min(1).max(1_000_000),
  /** An agent file to be tested in place of what is applied. */
  draft: z.string().min(1).max(500_000).exactOptional(),
  /** Beginnings of names of tests. */
  only: z.array(z.string().min(1).max(200)).min(1).max(1000).exactOptional(),
  /** Whether the pack of hostile and off-topic questions is added. */
  hostile: z.boolean().exactOptional(),
  /** How often each is run. */
  repeat: z.int().min(1).max(100).exactOptional(),
});
