import type { Kysely } from "kysely";

/** Answers that are written once and sent often. `name_key` makes names unique without regard to case. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("canned_answers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("agents", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
}
