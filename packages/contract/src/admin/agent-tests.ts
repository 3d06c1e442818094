import { z } from "zod";
import { timeSchema } from "./list.ts";

const toolUseSchema = z.object({ tool: z.string(), input: z.unknown() });

const testedReplySchema = z.object({
  /** The visitor's message or action. */
  said: z.string(),
  /** The answer, in Markdown. */
  text: z.string(),
  sources: z.array(z.record(z.string(), z.unknown())),
  calls: z.array(toolUseSchema),
  confirms: toolUseSchema.nullable(),
  /** The agent's question. */
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
  /** Expectations that were not met. */
  faults: z.array(z.string()),
  /** The doubts of the agent's own model about the answer. */
  doubts: z.array(z.string()),
  runs: z.number(),
  passes: z.number(),
  replies: z.array(testedReplySchema),
});

/** The results of tests, as commands store them. */
export const testRunSchema = z.object({
  agent: z.string(),
  /** Of the agent; null for a draft. */
  version: z.number().nullable(),
  model: z.string(),
  results: z.array(testResultSchema),
});

/** Answer of `POST agents/{id}/tests/run`. */
export const numberedTestRunSchema = testRunSchema.extend({
  /** The number that it is stored under; null if it is not stored. */
  number: z.number().nullable(),
});
/** The results of an agent's tests. */
export type AgentTestRun = z.infer<typeof numberedTestRunSchema>;

/** A file of tests, YAML or JSON. */
const testsText = z.string().min(1).max(1_000_000);

/** Body of `POST agents/{id}/tests/run`. */
export const runTestsSchema = z.object({
  /** Absent: the stored tests of the agent. */
  file: testsText.exactOptional(),
  /** Whether the run is stored, and the file replaces the stored one. */
  keep: z.boolean().exactOptional(),
  /** An agent file to be tested in place of what is applied. */
  draft: z.string().min(1).max(500_000).exactOptional(),
  /** Beginnings of names of tests. */
  only: z.array(z.string().min(1).max(200)).min(1).max(1000).exactOptional(),
  /** Whether the pack of hostile and off-topic questions is added. */
  hostile: z.boolean().exactOptional(),
  /** How often each is run. */
  repeat: z.int().min(1).max(100).exactOptional(),
});

/** Answer of `GET` and `PUT agents/{id}/tests`. */
export const keptTestsSchema = z.object({
  agent: z.string(),
  /** As written; null if there are no tests. */
  file: z.string().nullable(),
  changedAt: timeSchema.nullable(),
  revision: z.string(),
});
/** The stored tests of an agent. */
export type KeptAgentTests = z.infer<typeof keptTestsSchema>;

/** Body of `PUT agents/{id}/tests`. */
export const putTestsSchema = z.object({ file: testsText });

/** Body of `POST agents/{id}/tests/suggest`. */
export const suggestTestsSchema = z.strictObject({
  /** Questions that are not wanted again. */
  except: z.array(z.string().max(8_000)).max(1_000).exactOptional(),
});

const suggestedTestSchema = z.object({
  question: z.string(),
  /** What the answer must contain; taken word for word from the passage. */
  mustSay: z.array(z.string()),
  /** The page that it must cite, as `cites` in a file of tests. */
  mustCite: z.array(z.string()),
});
/** A test that somebody may accept. */
export type SuggestedTest = z.infer<typeof suggestedTestSchema>;

/** Answer of `POST agents/{id}/tests/suggest`: at most ten. */
export const suggestedTestsSchema = z.object({
  items: z.array(suggestedTestSchema),
  /** Who wrote the questions: the agent's model, or nobody: they are headings of what the agent knows. */
  from: z.enum(["model", "headings"]),
});
/** Tests drawn from what an agent knows. */
export type SuggestedTests = z.infer<typeof suggestedTestsSchema>;

const listedTestRunSchema = z.object({
  /** From 1. */
  number: z.number(),
  agent: z.string(),
  at: timeSchema,
  version: z.number().nullable(),
  model: z.string(),
  passed: z.number(),
  failed: z.number(),
  author: z.object({ kind: z.string(), name: z.string().nullable() }),
});
/** A run of tests, as a list shows it. */
export type ListedAgentTestRun = z.infer<typeof listedTestRunSchema>;

/** Answer of `GET agents/{id}/tests/runs`. */
export const testRunsSchema = z.object({ items: z.array(listedTestRunSchema), next: z.string().nullable() });

/** Answer of `GET agents/{id}/tests/runs/{number}`. */
export const keptTestRunSchema = listedTestRunSchema.extend({ results: z.array(testResultSchema) });
/** A stored run of tests with its results. */
export type KeptAgentTestRun = z.infer<typeof keptTestRunSchema>;
/** The result of one test. */
export type AgentTestResult = z.infer<typeof testResultSchema>;
