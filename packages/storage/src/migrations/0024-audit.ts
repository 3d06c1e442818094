import type { Kysely } from "kysely";

/** Actions by operators, tokens, the command line and the service. No foreign key ties a line to what it names. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("audit")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("who_kind", "text", (column) => column.notNull())
    .addColumn("who_id", "text")
    .addColumn("who_name", "text")
    .addColumn("what", "text", (column) => column.notNull())
    .addColumn("on_kind", "text")
    .addColumn("on_id", "text")
    .addColumn("address", "text")
    .execute();
  await database.schema.createIndex("audit_by_time").on("audit").columns(["at", "id"]).execute();
}
