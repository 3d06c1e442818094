import {
  keptTestRunSchema,
  keptTestsSchema,
  listQuery,
  numberedTestRunSchema,
  pageSizes,
  putTestsSchema,
  runTestsSchema,
  suggestedTestsSchema,
  suggestTestsSchema,
  testRunsSchema,
} from "@servicechat/contract/admin-schemas";
import { ServiceError } from "@servicechat/contract";
import type { KeptTestRun, KeptTests, TestResult } from "@servicechat/operations";
import { z } from "zod";
import { secondsUntilReset } from "../seconds-until-reset.ts";
import { progressType } from "./progress.ts";
import { untilClosed } from "../response/until-closed.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute, sent } from "./route.ts";
import { timeOf } from "./times.ts";

/** Both files are as large as an agent file may be. */
const maxBodyBytes = 2_097_152;
/** Replies that one request may have an agent write: each costs what an answer costs. */
const maxReplies = 2_000;

const agentIn = (params: Readonly<Record<string, string>>) => ({ agent: params["id"] ?? "" });

/** GET agents/{id}/tests */
export const readTests = roleRoute("viewer", {
  summary: "An agent's stored tests",
  answer: keptTestsSchema,
  handle: async ({ admin, admission: { actor }, params }) =>
    shown(resultOrThrow(await admin.operations.tests.read(actor, agentIn(params)))),
});

/** PUT agents/{id}/tests */
export const putTests = roleRoute("editor", {
  summary: "Store tests for an agent, replacing the previous ones; the first revision is `0`",
  body: putTestsSchema,
  maxBodyBytes,
  answer: keptTestsSchema,
  needsRevision: true,
  fails: ["tests_faulty"],
  handle: async ({ admin, admission: { actor }, params, body: { file }, seen }) =>
    shown(resultOrThrow(await admin.operations.tests.write(actor, { ...agentIn(params), file, seen }))),
});

/** POST agents/{id}/tests/run */
export const runTests = roleRoute("editor", {
  summary:
    "Run an agent's tests; its tools send no requests. With `Accept: application/x-ndjson` a line with each result comes first",
  body: runTestsSchema,
  maxBodyBytes,
  answer: numberedTestRunSchema,
  downloads: [progressType],
  fails: ["tests_faulty", "agent_file_faulty", "rate_limited"],
  handle: async ({ context, admin, admission: { actor }, params, body: { draft, ...options }, onStep }) => {
    const signal = untilClosed(context);
    const tested = onStep("testing");
    try {
      const run = resultOrThrow(
        await admin.operations.tests.run(actor, {
          ...agentIn(params),
          ...options,
          ...(draft !== undefined && { draft: { text: draft } }),
          maxReplies,
          onStep: ({ done, total, result }) => tested({ done, total, item: resultView(result) }),
          signal,
        }),
      );
      const { agent, version, model, number, results } = run;
      return answer({ agent, version, model, number, results: results.map(resultView) });
    } catch (error) {
      if (signal.aborted) return sent;
      throw error;
    }
  },
});

/** Suggestions that somebody may ask for in 60 seconds: each may cost what an answer costs. */
const suggestionsPerMinute = 10;

/** POST agents/{id}/tests/suggest */
export const suggestTests = roleRoute("editor", {
  summary:
    "Ten tests drawn from what an agent knows, written by its model or made of headings; nothing is stored",
  body: suggestTestsSchema,
  mayLackBody: true,
  answer: suggestedTestsSchema,
  fails: ["rate_limited"],
  handle: async ({ context, admin, admission: { actor }, params, body: { except } }) => {
    const { counter } = admin.live.server.coordination;
    const count = await counter.count(`suggested tests of ${actor.kind} ${actor.id}`, suggestionsPerMinute);
    if (!count.accepted)
      throw new ServiceError("rate_limited", {
        detail: "You have asked for too many suggestions. Please wait, then try again.",
        retryAfter: secondsUntilReset(count),
      });
    const signal = untilClosed(context);
    try {
      const { items, from } = resultOrThrow(
        await admin.operations.tests.suggest(actor, { ...agentIn(params), except, signal }),
      );
      return answer({
        items: items.map(({ question, mustSay, mustCite }) => ({ question, mustSay, mustCite })),
        from,
      });
    } catch (error) {
      if (signal.aborted) return sent;
      throw error;
    }
  },
});

/** GET agents/{id}/tests/runs */
export const listTestRuns = roleRoute("viewer", {
  summary: "Stored runs of an agent's tests, newest first",
  query: z.strictObject(listQuery),
  answer: testRunsSchema,
  handle: async ({ admin, admission: { actor }, params, query: { limit = pageSizes.usual, after } }) => {
    const page = resultOrThrow(
      await admin.operations.tests.runs(actor, { ...agentIn(params), limit, after }),
    );
    return answer({ items: page.items.map(runView), next: page.next });
  },
});

/** GET agents/{id}/tests/runs/{number} */
export const readTestRun = roleRoute("viewer", {
  summary: "A run of an agent's tests, with what was said",
  answer: keptTestRunSchema,
  fails: ["test_run_not_found"],
  handle: async ({ admin, admission: { actor }, params }) => {
    const number = /^[1-9]\d{0,8}$/.test(params["number"] ?? "") ? Number(params["number"]) : 0;
    const run = resultOrThrow(await admin.operations.tests.findRun(actor, { ...agentIn(params), number }));
    return answer({ ...runView(run), results: run.results.map(resultView) });
  },
});

function shown({ agentId: agent, file, changedAt, revision }: KeptTests) {
  const view = { agent, file, changedAt: timeOf(changedAt), revision: String(revision) };
  return answer(view, { revision: view.revision });
}

function runView({
  number,
  agentId: agent,
  at,
  version,
  model,
  passed,
  failed,
  author,
}: Omit<KeptTestRun, "results">) {
  const { kind, name } = author;
  return { number, agent, at: timeOf(at), version, model, passed, failed, author: { kind, name } };
}

function resultView({ name, passed, faults, doubts, runs, passes, replies }: TestResult) {
  return {
    name,
    passed,
    faults,
    doubts,
    runs,
    passes,
    replies: replies.map((reply) => ({
      said: reply.said,
      text: reply.text,
      sources: reply.sources,
      calls: reply.calls,
      confirms: reply.confirms,
      asks: reply.asks,
      sends: reply.sends,
      handsOver: reply.handsOver,
      unanswered: reply.unanswered,
      outputTokens: reply.outputTokens,
      failure: reply.failure,
    })),
  };
}
