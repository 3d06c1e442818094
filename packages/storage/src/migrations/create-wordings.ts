import { sql, type Kysely } from "kysely";

/**
 * Other ways in which people ask what the section of a passage answers, each with its vector once it has one.
 *
 * @param passageId The type of a passage's id, which each database has its own
 */
export async function createWordings(
  database: Kysely<unknown>,
  { passageId }: { readonly passageId: "integer" | "bigint" },
): Promise<void> {
  await database.schema
    .createTable("wordings")
    .addColumn("id", passageId, (column) =>
      passageId === "bigint" ? column.generatedAlwaysAsIdentity().primaryKey() : column.primaryKey(),
    )
    .addColumn("passage_id", passageId, (column) =>
      column.notNull().references("passages.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("model", "text")
    // PostgreSQL's name for bytes; SQLite takes any name and keeps bytes as they are.
    .addColumn("vector", sql`bytea`)
    .execute();
  await database.schema.createIndex("wordings_of_passage").on("wordings").column("passage_id").execute();
  await database.schema
    .createIndex("wordings_of_agent")
    .on("wordings")
    .columns(["agent_id", "model", "id"])
    .execute();
}
