import { healthSchema } from "@servicechat/contract/admin-schemas";
import type { Health } from "@servicechat/contract/admin";
import type { TaskReport } from "../background/scheduler.ts";
import { resultOrThrow } from "./result-or-throw.ts";
import { answer, roleRoute } from "./route.ts";

/** GET health */
export const readHealth = roleRoute("editor", {
  summary:
    "What `servicechat doctor` finds, for roles with access to all agents, checked at most once a minute; and the background tasks of the node that answers",
  only: "all_agents",
  answer: healthSchema,
  handle: async ({ admin, admission: { actor } }) => {
    const { findings } = resultOrThrow(await admin.operations.health.examine(actor, {}));
    const checks: Health["checks"] = findings.map(({ check, status, detail, advice }) => ({
      name: check,
      ok: status !== "problem",
      message: detail,
      status,
      ...(advice !== undefined && { advice }),
    }));
    const { scheduler, loopDelay } = admin.live.server;
    const { p99, max } = loopDelay.read();
    return answer({
      checks,
      tasks: scheduler.reports().map(taskView),
      loopDelay: { p99Ms: msOf(p99), maxMs: msOf(max) },
    } satisfies Health);
  },
});

function taskView(report: TaskReport): Health["tasks"][number] {
  const { name, lastRunAt, lastSeconds, failures, failuresInARow, longestBlockSeconds } = report;
  return {
    name,
    lastRunAt: lastRunAt === undefined ? null : new Date(lastRunAt).toISOString(),
    ms: lastSeconds === undefined ? null : msOf(lastSeconds),
    failures,
    failing: failuresInARow > 0,
    longestBlockMs: msOf(longestBlockSeconds),
  };
}

/** To a tenth of a millisecond. */
function msOf(seconds: number): number {
  return Math.round(seconds * 10_000) / 10;
}
