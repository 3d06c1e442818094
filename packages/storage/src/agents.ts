import type { Kysely } from "kysely";
import { isDeepStrictEqual } from "node:util";
import type { AgentRecord, AgentStore } from "./storage.ts";
import type { AgentRow, Tables } from "./tables.ts";

interface Parts {
  readonly database: Kysely<Tables>;
  /** Called after every write: what others remember of agents and keys is out of date. */
  readonly onChange: () => void;
  /** Takes what was deleted out of the raw files too. */
  readonly removeTraces: () => Promise<void>;
}

/** Agents as they were applied, one row each. */
export function createAgentStore({ database, onChange, removeTraces }: Parts): AgentStore {
  return {
    async put({ id, definition, baseDirectory, at }) {
      const text = JSON.stringify(definition);
      const values = { definition: text, base_directory: baseDirectory, updated_at: at };
      const outcome = await database.transaction().execute(async (transaction) => {
        const stored = await transaction
          .selectFrom("agents")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirst();
        if (!stored) {
          await transaction
            .insertInto("agents")
            .values({ id, created_at: at, ...values })
            .execute();
          return "created";
        }
        const same = isDeepStrictEqual(JSON.parse(stored.definition), JSON.parse(text));
        if (same && stored.base_directory === baseDirectory) return "unchanged";
        await transaction.updateTable("agents").set(values).where("id", "=", id).execute();
        return "updated";
      });
      if (outcome !== "unchanged") onChange();
      return outcome;
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
      const { numDeletedRows } = await database
        .deleteFrom("agents")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      onChange();
      await removeTraces();
      return true;
    },
  };
}

function agentRecord(row: AgentRow): AgentRecord {
  return {
    id: row.id,
    definition: JSON.parse(row.definition),
    baseDirectory: row.base_directory,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
