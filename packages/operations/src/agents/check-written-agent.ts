import type { AgentRecord } from "@servicechat/storage";
import { isAtMachine, isInScope } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import { noSuchAgent } from "../access/operation.ts";
import type { RefusedAs } from "../access/refused.ts";
import type { CheckedAgentFile } from "../agent-file/check-agent-file.ts";
import type { FileFault } from "../agent-file/file-fault.ts";
import type { OperationContext } from "../operation-context.ts";

/** An agent file as its author wrote it. */
export interface WrittenFile {
  /** YAML or JSON. */
  readonly text: string;
  /** Absolute: relative `files` patterns start there. Absent: where the agent has its files, or a folder for it in the data folder. */
  readonly baseDirectory?: string | undefined;
  /** Whether it is a version of the agent: what it names was allowed when it was applied, and stays allowed. */
  readonly isStored?: boolean;
}

/** A file to check. */
interface FileToCheck extends WrittenFile {
  /** The agent that it must describe; absent: the file names it. */
  readonly agent?: string;
}

/** A file without faults, and where it applies. */
export interface CheckedAgent extends CheckedAgentFile {
  readonly baseDirectory: string;
  /** The agent as it is now. */
  readonly before: AgentRecord | undefined;
}

/**
 * Checks a file, also for what its writer may not use. Nothing is written. A file of an agent that the writer may not
 * know of is refused before anything of that agent is looked at.
 */
export async function checkWrittenAgent(
  context: OperationContext,
  { text, agent, baseDirectory: given, isStored = false }: FileToCheck,
  actor: Actor,
): Promise<CheckedAgent | { readonly faults: readonly FileFault[] } | RefusedAs<"agent_not_found">> {
  // Reading YAML takes long to load: no other operation waits for it.
  const { checkAgentFile } = await import("../agent-file/check-agent-file.ts");
  const stored = await context.storage.secrets.list();
  const file = checkAgentFile(text, { ...context, stored });
  if ("faults" in file) return file;
  const { definition, placed } = file;
  if (agent !== undefined && definition.id !== agent) return { faults: [otherId(agent, definition.id)] };
  if (!isInScope(actor.agents, definition.id)) return noSuchAgent(context, definition.id, actor.agents);
  const before = await context.storage.agents.find(definition.id);
  const { consoleLimits: limits } = context;
  if ((isAtMachine(actor) || isStored) && given !== undefined)
    return { ...file, baseDirectory: given, before };
  if (!limits) return { faults: [{ line: null, message: "Agent files are applied on the command line." }] };
  const { consoleBaseDirectory, findConsoleFaults } = await import("../agent-file/console-limits.ts");
  const baseDirectory = given ?? consoleBaseDirectory(definition, before, limits);
  if (isAtMachine(actor)) return { ...file, baseDirectory, before };
  // What the agents of others may use does not matter for this writer.
  const applied = (await context.storage.agents.list())
    .filter(({ id }) => isInScope(actor.agents, id))
    .map((each) => each.definition);
  const faults = await findConsoleFaults(
    { definition, baseDirectory },
    { live: before, applied, limits, environment: context.environment, stored },
  );
  return faults.length > 0 ? { faults: faults.map(placed) } : { ...file, baseDirectory, before };
}

/** The file describes another agent than the one that is meant. */
function otherId(meant: string, given: string): FileFault {
  return { line: null, message: `id: must be ${meant}, but is ${given}` };
}
