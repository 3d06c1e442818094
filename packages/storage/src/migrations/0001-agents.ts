import type { Kysely } from "kysely";

/** Agents, the keys that open them, and the service's own notes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("agents")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("base_directory", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();

  await database.schema
    .createTable("keys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("secret_hash", "text", (column) => column.notNull())
    .addColumn("last_four", "text", (column) => column.notNull())
    .addColumn("allowed", "text", (column) => column.notNull())
    .addColumn("rate_limit", "integer", (column) => column.notNull())
    .addColumn("server_side", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("revoked_at", "bigint")
    .execute();
  await database.schema.createIndex("keys_of_agent").on("keys").column("agent_id").execute();

  await database.schema
    .createTable("notes")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}
