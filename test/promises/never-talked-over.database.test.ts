import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { WalksReport } from "../harness/walks/run-walks.ts";

/*
 * Visitors, an agent that does not always hear, a person, two nodes of which one dies, and what they tell each other, which may
 * be late or lost: every step of the service's own code waits for the scheduler, and the database is SQLite's storage. After
 * each walk its streams, its history and what the tools sent are compared with what must hold (check-walk.ts). One that fails
 * prints its seed and the order of its steps; SERVICECHAT_WALKS and SERVICECHAT_WALK_SEED take it up again.
 */

const walks = Number(process.env["SERVICECHAT_WALKS"] ?? 10_000);
const seed = Number(process.env["SERVICECHAT_WALK_SEED"] ?? 27);
const threads = Math.min(4, availableParallelism());

async function walk(number: number): Promise<WalksReport> {
  const share = Math.ceil(walks / threads);
  const thread = new Worker(new URL("../harness/walks/walk-thread.ts", import.meta.url), {
    workerData: { seed: seed + number, walks: share },
  });
  const [report] = (await once(thread, "message")) as [WalksReport];
  return report;
}

test("however replies, tools, people, stops and crashes interleave, nobody is talked over, waits in silence or loses a word", async () => {
  const reports = await Promise.all(Array.from({ length: threads }, (_, number) => walk(number)));
  expect(reports.flatMap(({ counterexample = [] }) => counterexample)).toEqual([]);
  expect(reports.reduce((sum, report) => sum + report.walks, 0)).toBeGreaterThanOrEqual(walks);
}, 600_000);
