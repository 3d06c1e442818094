import type { AgentDefinition } from "@servicechat/contract/agent-file";
import { sql, type Kysely } from "kysely";
import type { ApplyAgentResult } from "../agent-versions/agent-version-store.ts";
import { createApplyAgent, type AppliedState } from "../agent-versions/apply-agent.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Change } from "../change.ts";
import { createAgentEraser } from "../erasure/create-agent-eraser.ts";
import { createEraser } from "../erasure/create-eraser.ts";
import { hideAgents } from "../erasure/hide-agents.ts";
import { restAfter } from "../erasure/rest.ts";
import { isOfLiveAgent, isOfPreview, isPreview } from "../previews/preview-id.ts";
import { readStoredAgent } from "./read-stored-agent.ts";
import type { AgentRecord, AgentStore } from "../storage.ts";
import type { AgentRow } from "./agent-row.ts";
import type { Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** The same, for transactions that need not wait for the disk: whatever is lost with one is made again. */
  readonly background: Kysely<Tables>;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** Agents as they were applied, one row each. */
export function createAgentStore({ database, background, change, removeResidue }: Dependencies): AgentStore {
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
    apply,

    async put({ id, definition, baseDirectory, at }) {
      const author = { kind: "system", name: null } as const;
      const result = await apply({ id, definition, baseDirectory, at, author, note: "", file: null });
      if (result.kind === "newer_version" || result.kind === "agent_not_found")
        throw new Error(`Agent '${id}' was deleted while it was written.`);
      return result.kind;
    },

    async find(id) {
      const row = await database
        .selectFrom("agents")
        .selectAll()
        .where("id", "=", id)
        .where("deleted", "=", 0)
        .executeTakeFirst();
      return row && agentRecord(row);
    },

    async list() {
      const rows = await database
        .selectFrom("agents")
        .selectAll()
        .where("deleted", "=", 0)
        .where(isOfLiveAgent("id"))
        .orderBy("id")
        .execute();
      return rows.map(agentRecord);
    },

    async delete(id, { audit, onProgress } = {}) {
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
