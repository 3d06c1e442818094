import type { ErasureProgress, VersionOutcomes } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Actor } from "../access/actor.ts";
import { isInScope } from "../access/actor.ts";
import { byRole, onAgent, onAgentId, withinScope, noSuchAgent } from "../access/operation.ts";
import { inList } from "../paging/in-list.ts";
import { pageOfWhole } from "../paging/page.ts";
import type { PageRequest } from "../paging/page.ts";
import type { OperationContext } from "../operation-context.ts";
import { agentView } from "./agent-view.ts";
import { applyAgent } from "./apply-agent.ts";
import type { FileToApply } from "./apply-agent.ts";
import { checkWrittenAgent } from "./check-written-agent.ts";
import type { CheckedAgent, WrittenFile } from "./check-written-agent.ts";
import { compareAgent } from "./compare-agent.ts";
import { previewAgent } from "./preview-agent.ts";
import type { FileToPreview } from "./preview-agent.ts";
import { withFile } from "./with-file.ts";

/** Names an agent by its id. */
interface NamedAgent {
  readonly agent: string;
}

/** An agent that is to go. */
interface AgentToDelete extends NamedAgent {
  /** Hears how many of its chats are erased. */
  readonly onErased?: ((progress: ErasureProgress) => void) | undefined;
}

/** An agent file that somebody wrote. */
interface WrittenAgent extends NamedAgent, WrittenFile {}

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
  find: onAgent("viewer", async (_, agent, _input: NamedAgent) => agentView(agent)),

  /** One agent with the file that it was made from. */
  read: onAgent("viewer", async (context, agent, _input: NamedAgent, { agents, role }) => {
    const { agentVersions } = context.storage;
    const scope = { agents };
    const [newest] = (await agentVersions.list({ scope, agentId: agent.id, limit: 1 })).items;
    const version = newest?.version ?? agent.version;
    const found = await agentVersions.find({ scope, agentId: agent.id, version });
    if (!found) return { kind: "agent_not_found" as const, id: agent.id, known: [] };
    const current = await withFile(found);
    // Looking at an agent that a release before wrote has made its version.
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

  /** Says what is wrong with an agent file, or what applying it would change. Nothing is written. */
  check: onAgentId("editor", async (context, id, input: WrittenAgent, actor) => {
    const checked = await checkWrittenAgent(context, { ...input, agent: id }, actor);
    if ("kind" in checked) return checked;
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    return wouldChange(checked);
  }),

  /** The same of a file that says itself whose it is. */
  checkFile: byRole("editor", async (context, input: WrittenFile, actor) => {
    const { text, baseDirectory } = input;
    const checked = await checkWrittenAgent(context, { text, baseDirectory }, actor);
    if ("kind" in checked) return checked;
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    return wouldChange(checked);
  }),

  /** Creates an agent or brings it up to date. */
  apply: onAgentId("editor", (context, agent, input: FileToApply, actor) =>
    applyAgent(context, { ...input, agent }, actor),
  ),

  /** Lets a draft of an agent answer to a separate key, before anybody else sees it. */
  preview: onAgent("editor", (context, agent, input: FileToPreview, actor) =>
    previewAgent(context, agent, input, actor),
  ),

  /** States that an agent had, newest first, each with how the chats went in which it answered. */
  versions: onAgent("viewer", ({ storage }, { id }, { limit, after }: NamedAgent & PageRequest, { agents }) =>
    inList(async () => {
      const agent = { scope: { agents }, agentId: id };
      const [page, outcomes] = await Promise.all([
        storage.agentVersions.list({ ...agent, limit, ...(after !== undefined && { after }) }),
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
  version: onAgent("viewer", async (context, { id }, input: NamedAgent & NumberedVersion, actor) => {
    const found = await findVersion(context, id, input, actor);
    if ("kind" in found || actor.role !== "viewer") return found;
    const { maskSecrets } = await import("../agent-file/mask-secrets.ts");
    return { ...found, ...maskSecrets(found) };
  }),

  /** Brings an agent back into a state that it had, which makes a new version. */
  restore: onAgent(
    "editor",
    async (
      context,
      { id },
      input: NamedAgent & NumberedVersion & Pick<FileToApply, "seen" | "note">,
      actor,
    ) => {
      const found = await findVersion(context, id, input, actor);
      if ("kind" in found) return found;
      const { file: text, baseDirectory } = found;
      const note = input.note ?? `Version ${input.version} again`;
      return applyAgent(
        context,
        { agent: id, text, baseDirectory, note, seen: input.seen },
        actor,
        "agent.restore",
      );
    },
  ),

  /** Deletes an agent with its keys, chats and knowledge, or finishes a deletion that was cut off. */
  delete: onAgentId("owner", async (context, id, { onErased }: AgentToDelete, actor) => {
    const audit = auditLine(context, actor, "agent.delete", { kind: "agent", id });
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
