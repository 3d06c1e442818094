import type { ErasureProgress, VersionOutcomes, AgentVersion } from "@servicechat/storage";
import { glob } from "node:fs/promises";
import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { auditLine } from "../access/audit.ts";
import { isInScope } from "../access/actor.ts";
import type { Actor } from "../access/actor.ts";
import { byRole, onAgent, onAgentId, withinScope, noSuchAgent } from "../access/operation.ts";
import type { WithAgent } from "../access/operation.ts";
import { pageOfWhole, pageQuery, refuseInvalidCursor } from "../paging.ts";
import type { PageRequest } from "../paging.ts";
import type { OperationContext } from "../operation-context.ts";
import { agentView, applyAgent, compareAgent } from "./apply-agent.ts";
import type { FileToApply } from "./apply-agent.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import type { CheckedAgent, WrittenFile } from "./check-written-agent.ts";
import { previewAgent } from "./preview-agent.ts";
import type { FileToPreview } from "./preview-agent.ts";
import { missingVariables } from "../agent-file/named-variables.ts";

/** An agent to delete. */
interface AgentToDelete extends WithAgent {
  /** Receives the number of its chats that are erased. */
  readonly onErased?: ((progress: ErasureProgress) => void) | undefined;
}

/** An agent file as its author wrote it. */
interface WrittenAgent extends WithAgent, WrittenFile {}

/** Names one of an agent's states. */
interface NumberedVersion {
  readonly version: number;
}

const noChats: VersionOutcomes = {
  chats: 0,
  outcomes: { confirmed: 0, assumed: 0, unanswered: 0, handed_over: 0, abandoned: 0, open: 0 },
};

/** Operations on agents. */
export const agentOperations = {
  /** Agents in the scope, by id. */
  list: withinScope("viewer", async ({ storage }, request: PageRequest, scope) => {
    const agents = (await storage.agents.list()).filter(({ id }) => isInScope(scope, id));
    return pageOfWhole("agents", agents.map(agentView), request, ({ id }) => [id]);
  }),

  /** One agent. */
  find: onAgent("viewer", async (_, agent, _input: WithAgent) => agentView(agent)),

  /** One agent with the file that it was made from. */
  read: onAgent("viewer", async (context, agent, _input: WithAgent, { agents, role }) => {
    const { agentVersions } = context.storage;
    const scope = { agents };
    const [newest] = (await agentVersions.list({ scope, agentId: agent.id, limit: 1 })).items;
    const version = newest?.version ?? agent.version;
    const found = await agentVersions.find({ scope, agentId: agent.id, version });
    if (!found) return { kind: "agent_not_found" as const, id: agent.id, known: [] };
    const current = await withFile(found);
    // Reading an agent that an earlier release stored has created its version.
    const view = agentView({ ...agent, version, definition: current.definition });
    const { maskSecrets } = await import("../agent-file/mask-secrets.ts");
    const shown = role === "viewer" ? maskSecrets(current) : current;
    return {
      ...view,
      definition: shown.definition,
      file: shown.file,
      author: current.author,
      note: current.note,
      at: current.at,
    };
  }),

  /** Reports the faults of an agent file, or what applying it would change. Nothing is written. */
  check: onAgentId("editor", async (context, id, input: WrittenAgent, actor) => {
    const checked = await checkWrittenAgent(context, { ...input, agent: id }, actor);
    if ("kind" in checked) return checked;
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    return wouldChange(checked);
  }),

  /** The same for a file that names its agent itself. */
  checkFile: byRole("editor", async (context, input: WrittenFile, actor) => {
    const { text, baseDirectory } = input;
    const checked = await checkWrittenAgent(context, { text, baseDirectory }, actor);
    if ("kind" in checked) return checked;
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    return wouldChange(checked);
  }),

  /** Creates or updates an agent. */
  apply: onAgentId("editor", (context, agent, input: FileToApply, actor) =>
    applyAgent(context, { ...input, agent }, actor),
  ),

  /** Lets a draft of an agent answer to a separate key, before anyone else sees it. */
  preview: onAgent("editor", (context, agent, input: FileToPreview, actor) =>
    previewAgent(context, agent, input, actor),
  ),

  /** States that an agent had, newest first, each with how the chats went in which it answered. */
  versions: onAgent("viewer", ({ storage }, { id }, { limit, after }: WithAgent & PageRequest, { agents }) =>
    refuseInvalidCursor(async () => {
      const agent = { scope: { agents }, agentId: id };
      const [page, outcomes] = await Promise.all([
        storage.agentVersions.list({ ...agent, ...pageQuery({ limit, after }) }),
        storage.chatIndex.outcomesByVersion(agent),
      ]);
      const items = page.items.map((version) => ({
        ...version,
        ...(outcomes.get(version.version) ?? noChats),
      }));
      return { items, next: page.next };
    }),
  ),

  /** One of them, with its file. */
  version: onAgent("viewer", async (context, { id }, input: WithAgent & NumberedVersion, actor) => {
    const found = await findVersion(context, id, input, actor);
    if ("kind" in found || actor.role !== "viewer") return found;
    const { maskSecrets } = await import("../agent-file/mask-secrets.ts");
    return { ...found, ...maskSecrets(found) };
  }),

  /**
   * Restores an earlier version of an agent, as a new version. Whatever that version names was allowed when it was
   * applied; `notes` list what no longer exists.
   */
  restore: onAgent(
    "editor",
    async (
      context,
      { id },
      input: WithAgent & NumberedVersion & Pick<FileToApply, "seen" | "note" | "isConfirmed">,
      actor,
    ) => {
      const found = await findVersion(context, id, input, actor);
      if ("kind" in found) return found;
      const { file: text, baseDirectory } = found;
      const file = { ...input, agent: id, text, baseDirectory, isStored: true };
      const note = input.note ?? `Version ${input.version} again`;
      const change = await applyAgent(context, { ...file, note }, actor, "agent.restore");
      return "kind" in change ? change : { ...change, notes: await missingParts(context, found) };
    },
  ),

  /** Deletes an agent with its keys, chats and knowledge, or finishes a deletion that was cut off. */
  delete: onAgentId("owner", async (context, id, { onErased }: AgentToDelete, actor) => {
    const name = (await context.storage.agents.find(id))?.definition.name;
    const on = { kind: "agent", id, name };
    const audit = auditLine(context, actor, "agent.delete", on);
    const deleted = await context.storage.agents.delete(id, { audit, onProgress: onErased });
    return deleted ? { id, deleted: true as const } : noSuchAgent(context, id, actor.agents);
  }),
};

/** The changes if a file without faults is applied. */
function wouldChange({ definition, baseDirectory, before, notes, warnings }: CheckedAgent) {
  const change = compareAgent(before, { definition, baseDirectory });
  return { valid: true as const, faults: [], definition, notes, warnings, ...change };
}

async function findVersion(
  { storage }: OperationContext,
  agentId: string,
  { version }: NumberedVersion,
  { agents }: Actor,
) {
  const found = await storage.agentVersions.find({ scope: { agents }, agentId, version });
  return found ? withFile(found) : { kind: "version_not_found" as const, id: agentId, version };
}

/**
 * A sentence for each part of an agent's version that no longer exists: variables that are not set, and files of its
 * knowledge. A version is restored without them.
 */
async function missingParts(
  { environment, storage }: Pick<OperationContext, "environment" | "storage">,
  { definition, baseDirectory }: { readonly definition: AgentDefinition; readonly baseDirectory: string },
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const source of definition.knowledge.sources)
    if ("files" in source && !(await hasAny(source.files, baseDirectory)))
      missing.push(`knowledge: ${source.files} in ${baseDirectory} is not there any more`);
  return [...missingVariables(definition, environment, await storage.secrets.list()), ...missing];
}

async function hasAny(pattern: string, cwd: string): Promise<boolean> {
  for await (const _path of glob(pattern, { cwd })) return true;
  return false;
}

/** A version with its file. If none was stored, as for the demo's agents, one is written from the definition. */
async function withFile(version: AgentVersion): Promise<AgentVersion & { readonly file: string }> {
  if (version.file !== null) return { ...version, file: version.file };
  const { stringify } = await import("yaml");
  return { ...version, file: stringify(version.definition) };
}
