import type { VersionOutcomes } from "@servicechat/storage";
import { auditLine } from "../access/audit-line.ts";
import type { Asker } from "../access/asker.ts";
import { isInScope } from "../access/asker.ts";
import { byRole, onAgent, onAgentId, withinScope } from "../access/operation.ts";
import { inList } from "../lists/in-list.ts";
import { pageOfWhole } from "../lists/page.ts";
import type { PageRequest } from "../lists/page.ts";
import type { OperationParts } from "../operation-parts.ts";
import { agentView } from "./agent-view.ts";
import { applyAgent, otherId } from "./apply-agent.ts";
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

/** What can be done with agents. */
export const agentOperations = {
  /** Agents in the scope, by id. */
  list: withinScope("viewer", async ({ storage }, request: PageRequest, scope) => {
    const agents = (await storage.agents.list()).filter(({ id }) => isInScope(scope, id));
    return pageOfWhole("agents", agents.map(agentView), request, ({ id }) => [id]);
  }),

  /** One agent. */
  find: onAgent("viewer", async (_, agent, _input: NamedAgent) => agentView(agent)),

  /** One agent with the file that it was made from. */
  read: onAgent("viewer", async (parts, agent, _input: NamedAgent, { agents, role }) => {
    const { agentVersions } = parts.storage;
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
  check: onAgentId("editor", async (parts, id, input: WrittenAgent, asker) => {
    const checked = await checkWrittenAgent(parts, input, asker);
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    const { definition } = checked;
    if (definition.id !== id) return { valid: false as const, faults: [otherId(id, definition.id)] };
    return wouldChange(checked);
  }),

  /** The same of a file that says itself whose it is. */
  checkFile: byRole("editor", async (parts, input: WrittenFile, asker) => {
    const checked = await checkWrittenAgent(parts, input, asker);
    if ("faults" in checked) return { valid: false as const, faults: checked.faults };
    const { definition } = checked;
    if (!isInScope(asker.agents, definition.id))
      return { kind: "agent_not_found" as const, id: definition.id, known: [] };
    return wouldChange(checked);
  }),

  /** Creates an agent or brings it up to date. */
  apply: onAgentId("editor", (parts, agent, input: FileToApply, asker) =>
    applyAgent(parts, { ...input, agent }, asker),
  ),

  /** Lets a draft of an agent answer to a separate key, before anybody else sees it. */
  preview: onAgent("editor", (parts, agent, input: FileToPreview, asker) =>
    previewAgent(parts, agent, input, asker),
  ),

  /** States that an agent had, newest first, each with how the chats went in which it answered. */
  versions: onAgent("viewer", ({ storage }, { id }, { limit, after }: NamedAgent & PageRequest, { agents }) =>
    inList(async () => {
      const agent = { scope: { agents }, agentId: id };
      const [page, outcomes] = await Promise.all([
        storage.agentVersions.list({ ...agent, limit, ...(after !== undefined && { after }) }),
        storage.chats.outcomesByVersion(agent),
      ]);
      const items = page.items.map((version) => ({
        ...version,
        ...(outcomes.get(version.version) ?? noChats),
      }));
      return { items, next: page.next };
    }),
  ),

  /** One of them, with its file. */
  version: onAgent("viewer", async (parts, { id }, input: NamedAgent & NumberedVersion, asker) => {
    const found = await findVersion(parts, id, input, asker);
    if ("kind" in found || asker.role !== "viewer") return found;
    const { maskSecrets } = await import("../agent-file/mask-secrets.ts");
    return { ...found, ...maskSecrets(found) };
  }),

  /** Brings an agent back into a state that it had, which makes a new version. */
  restore: onAgent(
    "editor",
    async (
      parts,
      { id },
      input: NamedAgent & NumberedVersion & Pick<FileToApply, "seen" | "note">,
      asker,
    ) => {
      const found = await findVersion(parts, id, input, asker);
      if ("kind" in found) return found;
      const { file: text, baseDirectory } = found;
      const note = input.note ?? `Version ${input.version} again`;
      return applyAgent(
        parts,
        { agent: id, text, baseDirectory, note, seen: input.seen },
        asker,
        "agent.restore",
      );
    },
  ),

  /** Deletes an agent with its keys, chats and knowledge. */
  delete: onAgent("owner", async (parts, { id }, _input: NamedAgent, asker) => {
    await parts.storage.agents.delete(id, auditLine(parts, asker, "agent.delete", { kind: "agent", id }));
    return { id, deleted: true as const };
  }),
};

/** What applying a file without faults would change. */
function wouldChange({ definition, baseDirectory, before, notes, warnings }: CheckedAgent) {
  const change = compareAgent(before, { definition, baseDirectory });
  return { valid: true as const, faults: [], definition, notes, warnings, ...change };
}

async function findVersion(
  { storage }: OperationParts,
  agentId: string,
  { version }: NumberedVersion,
  { agents }: Asker,
) {
  const found = await storage.agentVersions.find({ scope: { agents }, agentId, version });
  return found ? withFile(found) : { kind: "version_not_found" as const, id: agentId, version };
}
