import type { AgentDefinition } from "@servicechat/contract/agent-file";
import type { Kysely } from "kysely";
import { isDeepStrictEqual } from "node:util";
import type { Change } from "./change.ts";
import { readStoredAgent } from "./read-stored-agent.ts";
import type { AgentRecord, AgentStore } from "./storage.ts";
import type { AgentRow, Tables } from "./tables.ts";

interface Parts {
  readonly database: Kysely<Tables>;
  readonly change: Change;
  /** Takes what was deleted out of the raw files too. */
  readonly removeTraces: () => Promise<void>;
}

/** Agents as they were applied, one row each. */
export function createAgentStore({ database, change, removeTraces }: Parts): AgentStore {
  /** What was read last of each agent: replies ask for theirs, and a definition is checked whole when it is read. */
  const readings = new Map<string, { readonly text: string; readonly definition: AgentDefinition }>();

  function definitionOf({ id, definition: text }: AgentRow): AgentDefinition {
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
  });

  return {
    async put({ id, definition, baseDirectory, at }) {
      const text = JSON.stringify(definition);
      const values = { definition: text, base_directory: baseDirectory, updated_at: at };
      return change(async (transaction, mark) => {
        // Tried first, since another node may be creating it at this moment: then this waits for it.
        const { numInsertedOrUpdatedRows: created } = await transaction
          .insertInto("agents")
          .values({ id, created_at: at, ...values })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirstOrThrow();
        if (created) {
          await mark();
          return "created";
        }
        const stored = await transaction
          .selectFrom("agents")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const same = isDeepStrictEqual(definitionOf(stored), JSON.parse(text));
        if (same && stored.base_directory === baseDirectory) return "unchanged";
        await transaction.updateTable("agents").set(values).where("id", "=", id).execute();
        await mark();
        return "updated";
      });
    },

    async find(id) {
      const row = await database.selectFrom("agents").selectAll().where("id", "=", id).executeTakeFirst();
      return row && agentRecord(row);
    },

    async list() {
      const rows = await database.selectFrom("agents").selectAll().orderBy("id").execute();
      return rows.map(agentRecord);
    },

    async delete(id) {
      const deleted = await change(async (transaction, mark) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("agents")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) await mark();
        return numDeletedRows > 0n;
      });
      readings.delete(id);
      if (deleted) await removeTraces();
      return deleted;
    },
  };
}
