import type { AgentRecord } from "@servicechat/storage";
import { onAgent } from "../access/operation.ts";
import type { Asker } from "../access/asker.ts";
import type { RefusedAs } from "../access/refused.ts";
import { otherId } from "../agents/apply-agent.ts";
import { checkWrittenAgent } from "../agents/check-written-agent.ts";
import type { WrittenFile } from "../agents/check-written-agent.ts";
import type { OperationParts } from "../operation-parts.ts";
import type { TestedAgent, TestOptions } from "./run-agent-tests.ts";

/** A file of tests to be run. */
export interface TestsToRun extends TestOptions {
  readonly agent: string;
  /** The tests, YAML or JSON. */
  readonly file: string;
  /** Whether the pack of hostile and off-topic questions is added. */
  readonly hostile?: boolean;
  /** A file of the agent that is tried in place of what is applied. */
  readonly draft?: WrittenFile | undefined;
}

/** What can be done with tests of agents. */
export const testOperations = {
  /** Holds the conversations of a file of tests with an agent, and says what is not as expected. No tool's request leaves. */
  run: onAgent("editor", async (parts, agent, input: TestsToRun, asker) => {
    // YAML and agents take long to load: no other operation waits for them.
    const { readAgentTests } = await import("./read-agent-tests.ts");
    const read = readAgentTests(input.file);
    if ("faults" in read) return { kind: "tests_faulty" as const, faults: read.faults };
    if (read.tests.agent !== agent.id) {
      const message = `agent: must be ${agent.id}, and is ${read.tests.agent}`;
      return { kind: "tests_faulty" as const, faults: [{ line: null, message }] };
    }
    const tested = await testedAgent(parts, agent, input, asker);
    if ("kind" in tested) return tested;
    const { hostilePack } = await import("./hostile-pack.ts");
    const { runAgentTests } = await import("./run-agent-tests.ts");
    const pack = input.hostile ? hostilePack(agent.id).tests : [];
    const tests = { ...read.tests, tests: [...read.tests.tests, ...pack] };
    return runAgentTests(parts, tested, { ...input, tests });
  }),
};

async function testedAgent(
  parts: OperationParts,
  agent: AgentRecord,
  { draft }: Pick<TestsToRun, "draft">,
  asker: Asker,
): Promise<TestedAgent | RefusedAs<"agent_file_faulty">> {
  if (!draft) return agent;
  const checked = await checkWrittenAgent(parts, draft, asker);
  if ("faults" in checked) return { kind: "agent_file_faulty", faults: checked.faults };
  const { definition, baseDirectory } = checked;
  if (definition.id !== agent.id)
    return { kind: "agent_file_faulty", faults: [otherId(agent.id, definition.id)] };
  return { definition, baseDirectory, version: null };
}
