import type { AgentTestsRecord, Storage } from "@servicechat/storage";
import type { Asker } from "../access/asker.ts";
import { isRefused } from "../access/refused.ts";
import type { Operations } from "../operations.ts";

/** What runs tests by night. */
export interface NightlyParts {
  readonly storage: Pick<Storage, "agentTests">;
  readonly operations: Pick<Operations, "tests">;
  readonly clock: { wallMs(): number };
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly log: {
    info(detail: object, message: string): void;
    warn(detail: object, message: string): void;
  };
}

const pauseMs = 600_000;
/** Hour of the day in UTC from which a night's tests are run. */
const nightHour = 2;

const system: Asker = { kind: "system", role: "owner", agents: null };

/**
 * Runs the kept tests of each agent that say `nightly: true` once a day, until the signal is aborted. A failure is logged
 * and tried again the next time; nothing is thrown.
 */
export async function keepTested(parts: NightlyParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await parts.wait(pauseMs, signal).catch(() => undefined);
    if (!signal.aborted) await runDueTests(parts, signal);
  }
}

/** Runs what is due now. */
export async function runDueTests(parts: NightlyParts, signal: AbortSignal): Promise<void> {
  const { storage, operations, log } = parts;
  const kept = await storage.agentTests.list().catch((err: unknown) => {
    log.warn({ err }, "tests could not be read");
    return [];
  });
  for (const tests of kept) {
    if (signal.aborted) return;
    const { agentId } = tests;
    try {
      if (!(await isDue(tests, parts))) continue;
      const run = await operations.tests.run(system, { agent: agentId, keep: true, signal });
      if (isRefused(run)) log.warn({ agentId, code: run.kind }, "tests could not be run");
      else {
        const failed = run.results.filter(({ passed }) => !passed).length;
        log.info({ agentId, tests: run.results.length, failed, run: run.number }, "tests were run");
      }
    } catch (err) {
      if (!signal.aborted) log.warn({ err, agentId }, "tests could not be run");
    }
  }
}

/** Whether tests are for the night and were not run in this one, by whomever. */
async function isDue(
  { agentId, file }: AgentTestsRecord,
  { storage, clock }: Pick<NightlyParts, "storage" | "clock">,
): Promise<boolean> {
  // Most files say nothing of it: they are not read.
  if (!file.includes("nightly")) return false;
  const night = new Date(clock.wallMs()).setUTCHours(nightHour, 0, 0, 0);
  if (clock.wallMs() < night) return false;
  const { readAgentTests } = await import("./read-agent-tests.ts");
  const read = readAgentTests(file);
  if ("faults" in read || !read.tests.nightly) return false;
  const [last] = (await storage.agentTests.listRuns({ scope: { agents: null }, agentId, limit: 1 })).items;
  return !last || last.at < night;
}
