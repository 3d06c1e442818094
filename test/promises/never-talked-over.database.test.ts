import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { WalksPlan, WalksReport } from "../harness/walks/run-walks.ts";
import { findTestPostgres, temporarySchema } from "../support/test-servers.ts";

/*
 * Visitors, an agent that does not always hear, a person, two nodes of which one dies, and what they tell each other, which may
 * be late or lost: every step of the service's own code waits for the scheduler, and the database is that of the service. After
 * each walk its streams, its history and what the tools sent are compared with what must hold (check-walk.ts). One that fails
 * prints its seed and the order of its steps; SERVICECHAT_WALKS and SERVICECHAT_WALK_SEED take it up again.
 */

const walks = Number(process.env["SERVICECHAT_WALKS"] ?? 10_000);
const seed = Number(process.env["SERVICECHAT_WALK_SEED"] ?? 27);
const threads = Math.min(4, availableParallelism());
/** One of PostgreSQL waits for its answers, which one of SQLite does not. */
const perPostgresWalk = 20;
const postgres = await findTestPostgres();

async function walk(plan: WalksPlan): Promise<WalksReport> {
  const thread = new Worker(new URL("../harness/walks/walk-thread.ts", import.meta.url), {
    workerData: plan,
  });
  const [report] = (await once(thread, "message")) as [WalksReport];
  return report;
}

/** Walks on all threads at once. */
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
