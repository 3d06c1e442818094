import { sql, type Kysely } from "kysely";

/**
 * More counts of a reply, its explanation for an operator, and counts by the hour. The explanation is in the reply's
 * own row and is deleted with it. Neither database rewrites rows for a column that is nullable or has a default.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("replies").addColumn("details", "text").execute();
  for (const column of ["version", "first_text_ms", "total_ms", "best_score"])
    await database.schema.alterTable("reply_facts").addColumn(column, "bigint").execute();
  for (const column of ["finish", "language"])
    await database.schema.alterTable("reply_facts").addColumn(column, "text").execute();
  for (const column of ["tokens_cached", "tools_ok", "tools_failed", "counted"])
    await database.schema
      .alterTable("reply_facts")
      .addColumn(column, "bigint", (definition) => definition.notNull().defaultTo(0))
      .execute();
  await database.schema
    .alterTable("reply_facts")
    .addColumn("marks", "text", (definition) => definition.notNull().defaultTo("[]"))
    .execute();
  await database.schema
    .createIndex("uncounted_facts")
    .on("reply_facts")
    .column("id")
    .where(sql.ref("counted"), "=", sql.lit(0))
    .execute();

  await database.schema
    .createTable("usage_counts")
    .addColumn("hour", "bigint", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("amount", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("usage_counts_key", ["hour", "agent_id", "key_id", "name"])
    .execute();
}
