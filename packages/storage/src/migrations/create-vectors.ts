import type { Kysely } from "kysely";

/**
 * The meaning of passages, and a number for each agent that changes with it. That number does not depend on its agent:
 * it continues if the agent comes back, so that no cache takes the new vectors for the old ones.
 *
 * @param passageId the type of a passage's id, which each database has its own
 */
export async function createVectors(
  database: Kysely<unknown>,
  { passageId }: { readonly passageId: "integer" | "bigint" },
): Promise<void> {
  await database.schema
    .createTable("passage_vectors")
    .addColumn("passage_id", passageId, (column) =>
      column.primaryKey().references("passages.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    // PostgreSQL's name for bytes; SQLite takes any name and keeps bytes as they are.
    .addColumn("vector", "bytea", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("vectors_of_agent")
    .on("passage_vectors")
    .columns(["agent_id", "model", "passage_id"])
    .execute();
  await database.schema
    .createTable("vector_changes")
    .addColumn("agent_id", "text", (column) => column.primaryKey())
    .addColumn("number", "bigint", (column) => column.notNull())
    .execute();
}
