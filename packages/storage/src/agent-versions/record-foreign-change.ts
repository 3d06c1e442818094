import type { Kysely } from "kysely";
import type { AgentRow, Tables } from "../schema/tables.ts";

/**
 * Makes a version of a state that has none: a node of a release without versions wrote it, while releases run side by side.
 *
 * @param agent its row, locked in the transaction
 * @returns the number of the version that the agent is in
 */
export async function recordForeignChange(transaction: Kysely<Tables>, agent: AgentRow): Promise<number> {
  if (!(await isForeignChange(transaction, agent))) return agent.version;
  const version = agent.version + 1;
  await transaction
    .insertInto("agent_versions")
    .values({
      agent_id: agent.id,
      version,
      at: agent.updated_at,
      author_kind: "system",
      author_name: null,
      note: "",
      file: null,
      definition: agent.definition,
      base_directory: agent.base_directory,
    })
    .execute();
  await transaction.updateTable("agents").set({ version }).where("id", "=", agent.id).execute();
  return version;
}

/** Whether an agent is in a state without a version. */
export async function isForeignChange(database: Kysely<Tables>, agent: AgentRow): Promise<boolean> {
  const recorded = await database
    .selectFrom("agent_versions")
    .select("version")
    .where("agent_id", "=", agent.id)
    .where("version", "=", agent.version)
    .where("definition", "=", agent.definition)
    .where("base_directory", "=", agent.base_directory)
    .executeTakeFirst();
  return recorded === undefined;
}
