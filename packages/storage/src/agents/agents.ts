import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { sql, type Kysely } from "kysely";
import type { Change } from "../change.ts";
import { restAfter } from "../erasure/delete-in-steps.ts";
import { createAgentEraser, hideAgents, type ErasureProgress } from "../erasure/erase-agents.ts";
import { createEraser } from "../erasure/erase-chats.ts";
import { writeAudit, type AuditEntry } from "../people/audit.ts";
import { isOfLiveAgent, isOfPreview, isPreview } from "../preview-id.ts";
import type { AgentRow } from "../schema/rows/agents.ts";
import type { Tables } from "../schema/tables.ts";
import type { AgentToApply, ApplyAgentResult } from "./agent-versions.ts";
import { createApplyAgent, type AppliedState } from "./apply-agent.ts";
import { readStoredAgent } from "./read-stored-agent.ts";

/** An agent as it was last applied. */
export interface AgentRecord {
  readonly id: string;
  readonly definition: AgentDefinition;
  /** Folder that relative `files` patterns start from. */
  readonly baseDirectory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Its current version; 0 for a draft. */
  readonly version: number;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same, for transactions that need not wait for the disk: whatever is lost with one is made again. */
  readonly background: Kysely<Tables>;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** Agents as they were applied, one row each. */
export function createAgentStore({ database, background, change, removeResidue }: Dependencies) {
  const steps = { database: background, rest: restAfter };
  const eraser = createAgentEraser({ ...steps, eraser: createEraser(steps) });
  /**
   * The last definition read for each agent: replies need theirs, and a definition is checked completely when it is
   * read.
   */
  const readings = new Map<string, { readonly text: string; readonly definition: AgentDefinition }>();

  function definitionOf({ id, definition: text }: AgentRow): AgentDefinition {
    // Drafts change often and end soon: nothing of them is remembered.
    if (isPreview(id)) return readStoredAgent(JSON.parse(text));
    const known = readings.get(id);
    if (known?.text === text) return known.definition;
    const definition = readStoredAgent(JSON.parse(text));
    readings.set(id, { text, definition });
    return definition;
  }

  const agentRecord = (row: AgentRow): AgentRecord => ({
    id: row.id,
    definition: definitionOf(row),
    baseDirectory: row.base_directory,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  });

  const applyState = createApplyAgent({ change, definitionOf });

  async function apply(state: AppliedState): Promise<ApplyAgentResult> {
    const result = await applyState(state);
    if (result.kind !== "agent_not_found" || !(await isHidden(state.id))) return result;
    // One of the same id is being deleted: it goes first, with all that belonged to it.
    await eraser.eraseHidden();
    return applyState(state);
  }

  async function isHidden(id: string): Promise<boolean> {
    const row = await database
      .selectFrom("agents")
      .select("id")
      .where("id", "=", id)
      .where("deleted", "=", 1)
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    /** Creates or replaces an agent and creates a version, unless nothing would change. */
    apply: (agent: AgentToApply): Promise<ApplyAgentResult> => apply(agent),

    /**
     * The same for an agent that does not come from a file, but from the service itself. `unchanged` if the stored
     * definition and folder are already equal: nothing is written.
     */
    async put({
      id,
      definition,
      baseDirectory,
      at,
    }: {
      id: string;
      definition: AgentDefinition;
      baseDirectory: string;
      at: number;
    }): Promise<"created" | "updated" | "unchanged"> {
      const author = { kind: "system", name: null } as const;
      const result = await apply({ id, definition, baseDirectory, at, author, note: "", file: null });
      if (result.kind === "newer_version" || result.kind === "agent_not_found")
        throw new Error(`Agent '${id}' was deleted while it was written.`);
      return result.kind;
    },

    /** A draft too, by the id that it answers under. */
    async find(id: string): Promise<AgentRecord | undefined> {
      const row = await database
        .selectFrom("agents")
        .selectAll()
        .where("id", "=", id)
        .where("deleted", "=", 0)
        .executeTakeFirst();
      return row && agentRecord(row);
    },

    /** All that are live, by id. */
    async list(): Promise<readonly AgentRecord[]> {
      const rows = await database
        .selectFrom("agents")
        .selectAll()
        .where("deleted", "=", 0)
        .where(isOfLiveAgent("id"))
        .orderBy("id")
        .execute();
      return rows.map(agentRecord);
    },

    /**
     * Removes the agent with its versions, drafts, keys, sessions and knowledge. From the first moment on it is gone for
     * everybody; its rows are deleted in short steps, between which visitors come first. Where a process ends in between,
     * the same call, the next expiry or an agent of the same id continues. `false` if there was none.
     *
     * @param options.onProgress Called after each chat
     */
    async delete(
      id: string,
      {
        audit,
        onProgress,
      }: {
        readonly audit?: AuditEntry;
        readonly onProgress?: ((progress: ErasureProgress) => void) | undefined;
      } = {},
    ): Promise<boolean> {
      const hidden = await change(async (transaction, bumpRevision) => {
        const ids = await hideAgents(transaction, sql`id = ${id}`);
        if (ids.length === 0) return false;
        await hideAgents(transaction, isOfPreview("id", id));
        await writeAudit(transaction, audit);
        await bumpRevision();
        return true;
      });
      readings.delete(id);
      // What an earlier deletion left, when it was cut off, is finished too.
      if (!hidden && !(await isHidden(id))) return false;
      await eraser.eraseHidden({ onProgress });
      await removeResidue();
      return true;
    },
  };
}

/** Agents. Every change moves the storage's revision. */
export type AgentStore = ReturnType<typeof createAgentStore>;
