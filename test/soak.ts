import { parseArgs } from "node:util";
import { startOneNode, startTwoNodes } from "./harness/installation.ts";
import type { Installation } from "./harness/installation.ts";
import { allFaults } from "./harness/faults/all-faults.ts";
import { missingForOwnPostgres } from "./servers/own-postgres.ts";
import { randomPlan, seededRandom } from "./harness/random-plan.ts";
import { reportTable, sumOf } from "./harness/report-table.ts";
import { runUnderFaults } from "./harness/run-under-faults.ts";
import { hasRedisProgram } from "./servers/redis.ts";

/*
 * npm run soak: visitors write for a long time while everything breaks that can. Prints what was injected and what was
 * lost; exits with code 1 and the evidence if anything was.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "15" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    visitors: { type: "string", default: "8" },
  },
});
const minutes = Number(values.minutes);
const random = seededRandom(Number(values.seed));

async function soak(start: () => Promise<Installation>, share: number) {
  await using installation = await start();
  const until = performance.now() + minutes * share * 60_000;
  const isOver = () => performance.now() >= until;
  const pick = () => {
    const node = installation.nodes[Math.floor(random() * installation.nodes.length)];
    if (!node) throw new Error("An installation has nodes.");
    return node;
  };
  const faults = allFaults(installation, pick);
  let injected = 0;
  const report = await runUnderFaults({
    installation,
    plans: (["inside", "outside"] as const).map((lane) =>
      randomPlan(
        faults.filter((fault) => fault.lane === lane),
        random,
        isOver,
      ),
    ),
    visitors: Number(values.visitors),
    patience: { pauseMs: 100, maxPauseMs: 5_000 },
    onFailure(name) {
      injected++;
      const left = Math.max(0, Math.round((until - performance.now()) / 1000));
      process.stderr.write(`${installation.name}, ${left} s left, fault ${injected}: ${name}\n`);
    },
  });
  process.stderr.write(`${installation.name}: ${report.losses.length} losses\n`);
  return report;
}

const missing = missingForOwnPostgres() ?? (hasRedisProgram() ? undefined : "no redis-server is installed");
if (missing) process.stderr.write(`Without two nodes: ${missing}.\n`);
process.stderr.write(`seed ${values.seed}\n`);

const alone = await soak(startOneNode, missing ? 1 : 1 / 3);
const together = missing ? [] : [await soak(startTwoNodes, 2 / 3)];
const report = sumOf([alone, ...together]);

process.stdout.write(`${reportTable(report)}\n`);
for (const { kind, evidence } of report.losses) process.stdout.write(`\n${kind}: ${evidence}\n`);
process.exit(report.losses.length > 0 ? 1 : 0);
