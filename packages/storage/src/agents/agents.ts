import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Kysely } from "kysely";
import { createApplyAgent } from "../agent-versions/apply-agent.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Change } from "../change.ts";
import { isOfLiveAgent, isOfPreview, isPreview } from "../previews/preview-id.ts";
import { readStoredAgent } from "./read-stored-agent.ts";
import type { AgentRecord, AgentStore } from "../storage.ts";
import type { AgentRow, Tables } from "../schema/tables.ts";

interface Dependencies {
  readonly database: Kysely<Tables>;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeResidue: () => Promise<void>;
}

/** Agents as they were applied, one row each. */
export function createAgentStore({ database, change, removeResidue }: Dependencies): AgentStore {
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

  const apply = createApplyAgent({ change, definitionOf });

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
      const row = await database.selectFrom("agents").selectAll().where("id", "=", id).executeTakeFirst();
      return row && agentRecord(row);
    },

    async list() {
      const rows = await database
        .selectFrom("agents")
        .selectAll()
        .where(isOfLiveAgent("id"))
        .orderBy("id")
        .execute();
      return rows.map(agentRecord);
    },

    async delete(id, audit) {
      const deleted = await change(async (transaction, bumpRevision) => {
        await transaction
          .deleteFrom("key_sites")
          .where("key_id", "in", (query) => query.selectFrom("keys").select("id").where("agent_id", "=", id))
          .execute();
        const { numDeletedRows } = await transaction
          .deleteFrom("agents")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await transaction.deleteFrom("agents").where(isOfPreview("id", id)).execute();
        await writeAudit(transaction, audit);
        await bumpRevision();
        return true;
      });
      readings.delete(id);
      if (deleted) await removeResidue();
      return deleted;
    },
  };
}
