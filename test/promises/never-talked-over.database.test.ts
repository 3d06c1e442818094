import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { WalksPlan, WalksReport } from "../harness/walks/run-walks.ts";
import { isWholeCheck } from "../support/is-whole-check.ts";
import { findTestPostgres, temporarySchema } from "../support/test-servers.ts";

/*
 * Visitors, an agent that does not always receive events, a person, two nodes of which one dies, and events between
 * them, which may be late or lost: every step of the service's own code waits for the scheduler, and the database is
 * that of the service. After each walk, its streams, its history and the tools' requests are checked against the rules
 * (check-walk.ts). A failing walk prints its seed and the order of its steps.
 */

const walks = Number(process.env["SERVICECHAT_WALKS"] ?? (isWholeCheck ? 10_000 : 2_000));
const seed = Number(process.env["SERVICECHAT_WALK_SEED"] ?? 27);
const threads = Math.min(4, availableParallelism());
/** A walk on PostgreSQL waits for its responses, unlike one on SQLite. */
const perPostgresWalk = 20;
const postgres = await findTestPostgres();

async function walk(plan: WalksPlan): Promise<WalksReport> {
  const thread = new Worker(new URL("../harness/walks/walk-thread.ts", import.meta.url), {
    workerData: plan,
  });
  const ended = once(thread, "exit").then(([code]) => {
    throw new Error(`The walks' thread ended without a report (code ${String(code)}).`);
  });
  const [report] = (await Promise.race([once(thread, "message"), ended])) as [WalksReport];
  return report;
}

/** Runs walks on all threads at once. */
async function walkAll(number: number, databaseOf?: () => WalksPlan["postgres"]): Promise<void> {
  const share = Math.ceil(number / threads);
  const reports = await Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const database = databaseOf?.();
      return walk({ seed: seed + thread, walks: share, ...(database && { postgres: database }) });
    }),
  );
  expect(reports.flatMap(({ counterexample = [] }) => counterexample)).toEqual([]);
  expect(reports.reduce((sum, report) => sum + report.walks, 0)).toBeGreaterThanOrEqual(number);
}

const promise =
  "however replies, tools, people, stops and crashes interleave, nobody is talked over, waits in silence or loses a word";

test(`SQLite: ${promise}`, () => walkAll(walks), 600_000);

test.skipIf(postgres.missing)(
  `PostgreSQL: ${promise}${postgres.missing ? ` (${postgres.missing})` : ""}`,
  async () => {
    await using schemas = new AsyncDisposableStack();
    const url = postgres.url ?? "";
    await walkAll(Math.ceil(walks / perPostgresWalk), () => ({
      url,
      schema: schemas.use(temporarySchema(url)).schema,
    }));
  },
  600_000,
);
