import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";

/**
 * Takes agents out of every answer, for good: from the end of the transaction on their keys open nothing, and no
 * operator finds them or their chats. Their rows are deleted afterwards, a few at a time, by `createAgentEraser`.
 *
 * @param which A condition on the table `agents`
 * @returns their ids
 */
export async function hideAgents(
  transaction: Kysely<Tables>,
  which: RawBuilder<boolean>,
): Promise<readonly string[]> {
  const hidden = await transaction
    .updateTable("agents")
    .set({ deleted: 1 })
    .where(which)
    .where("deleted", "=", 0)
    .returning("id")
    .execute();
  const ids = hidden.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await transaction
    .deleteFrom("key_sites")
    .where("key_id", "in", (query) => query.selectFrom("keys").select("id").where("agent_id", "in", ids))
    .execute();
  await transaction.deleteFrom("keys").where("agent_id", "in", ids).execute();
  return ids;
}

/** Whether a row is not of an agent whose rows are just being deleted. @param column of the agent's id */
export function isOfKeptAgent(column: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} not in (select id from agents where deleted = 1)`;
}
