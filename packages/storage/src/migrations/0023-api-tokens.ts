import type { Kysely } from "kysely";

/** API tokens. Nothing holds a token to its person: the row stays, as the audit log does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("api_tokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("secret_hash", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("agents", "text")
    .addColumn("operator_id", "text")
    .addColumn("created_by_kind", "text", (column) => column.notNull())
    .addColumn("created_by_id", "text")
    .addColumn("created_by_name", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .execute();
}
