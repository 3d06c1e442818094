import type { Kysely } from "kysely";

/** Answers that people have approved for questions of visitors. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("approved_answers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("questions", "text", (column) => column.notNull())
    .addColumn("verbatim", "bigint", (column) => column.notNull())
    .addColumn("owner", "text")
    .addColumn("review_on", "text")
    .addColumn("hits", "bigint", (column) => column.notNull())
    .addColumn("last_hit_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .addColumn("changed_by", "text")
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("approved_answers_of_agent")
    .on("approved_answers")
    .column("agent_id")
    .execute();
}
