import type { AgentTestsRecord, Storage } from "@servicechat/storage";
import type { Actor } from "../access/actor.ts";
import { isRefused } from "../access/refused.ts";
import type { Operations } from "../operations.ts";

/** The dependencies of nightly tests. */
export interface NightlyDependencies {
  readonly storage: Pick<Storage, "agentTests">;
  readonly operations: Pick<Operations, "tests">;
  readonly clock: { wallMs(): number };
  readonly log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

/** Hour of the day in UTC from which a night's tests are run. */
const nightHour = 2;

const system: Actor = { kind: "system", role: "owner", agents: null };

/** The night, by its beginning, in which this process last began to run the tests of an agent, by the agent's id. */
export type BegunNights = Map<string, number>;

/**
 * Runs the stored tests of each agent that have `nightly: true` and were not begun in this night. A failure of one is logged
 * and tried again the next night. Each process does so for itself: of several nodes, each that finds no run of this night
 * yet begins one, and each tries once where it fails.
 */
export async function runDueTests(
  dependencies: NightlyDependencies,
  begun: BegunNights,
  signal: AbortSignal,
): Promise<void> {
  const { storage, operations, clock, log } = dependencies;
  for (const tests of await storage.agentTests.list()) {
    if (signal.aborted) return;
    const { agentId } = tests;
    const now = clock.wallMs();
    const night = new Date(now).setUTCHours(nightHour, 0, 0, 0);
    if (now < night || begun.get(agentId) === night) continue;
    try {
      if (!(await isDue(tests, night, dependencies))) continue;
      // Before its outcome is known: a failed run costs as much as others.
      begun.set(agentId, night);
      const run = await operations.tests.run(system, { agent: agentId, keep: true, signal });
      // Another run is in progress: nothing was begun.
      if (isRefused(run) && run.kind === "rate_limited") begun.delete(agentId);
      else if (isRefused(run)) log.warn({ agentId, code: run.kind }, "tests could not be run");
      else {
        const failed = run.results.filter(({ passed }) => !passed).length;
        log.info({ agentId, tests: run.results.length, failed, run: run.number }, "tests were run");
      }
    } catch (err) {
      if (!signal.aborted) log.warn({ err, agentId }, "tests could not be run");
    }
  }
}

/** Whether tests are nightly and have not been run this night. */
async function isDue(
  { agentId, file }: AgentTestsRecord,
  night: number,
  { storage }: Pick<NightlyDependencies, "storage">,
): Promise<boolean> {
  // Most files do not contain the field: they are not parsed.
  if (!file.includes("nightly")) return false;
  const { readAgentTests } = await import("./read-agent-tests.ts");
  const read = readAgentTests(file);
  if ("faults" in read || !read.tests.nightly) return false;
  const [last] = (await storage.agentTests.listRuns({ scope: { agents: null }, agentId, limit: 1 })).items;
  return !last || last.at < night;
}
