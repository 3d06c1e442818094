import type { Actor } from "../access/actor.ts";
import type { OperationContext } from "../operation-context.ts";
import type { TestRun } from "./test-run.ts";

/** Keeps what came of tests, and says under which number; `null` when the agent is gone. */
export async function keepTestRun(
  { storage, now }: Pick<OperationContext, "storage" | "now">,
  { agent, version, model, results }: TestRun,
  { kind, name }: Pick<Actor, "kind" | "name">,
): Promise<number | null> {
  const passed = results.filter((result) => result.passed).length;
  const number = await storage.agentTests.addRun({
    agentId: agent,
    at: now(),
    version,
    model,
    passed,
    failed: results.length - passed,
    author: { kind, name: name ?? null },
    results,
  });
  return number ?? null;
}
