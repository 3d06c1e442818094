import type { Kysely } from "kysely";

/** Tests of agents, and what came of them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("agent_tests")
    .addColumn("agent_id", "text", (column) =>
      column.primaryKey().references("agents.id").onDelete("cascade"),
    )
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createTable("test_runs")
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("version", "bigint")
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("passed", "bigint", (column) => column.notNull())
    .addColumn("failed", "bigint", (column) => column.notNull())
    .addColumn("author_kind", "text", (column) => column.notNull())
    .addColumn("author_name", "text")
    .addColumn("results", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("test_runs_key", ["agent_id", "number"])
    .execute();
}
