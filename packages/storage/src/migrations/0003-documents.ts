import type { Kysely } from "kysely";

/** The metadata of each document. Its passages are stored with their search index, which differs between databases. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("documents")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("location", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("url", "text")
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("read_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("documents_by_location", ["agent_id", "location"])
    .execute();
}
