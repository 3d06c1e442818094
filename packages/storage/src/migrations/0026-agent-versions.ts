import { sql, type Kysely } from "kysely";

/** States that agents had. Each agent's present one becomes its first, without a file, since none was kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("agent_versions")
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("author_kind", "text", (column) => column.notNull())
    .addColumn("author_name", "text")
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("file", "text")
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("base_directory", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("agent_versions_key", ["agent_id", "version"])
    .execute();
  // Nodes of the last release make agents without naming it.
  await database.schema
    .alterTable("agents")
    .addColumn("version", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    insert into agent_versions (agent_id, version, at, author_kind, note, definition, base_directory)
    select id, 1, updated_at, 'system', '', definition, base_directory from agents`.execute(database);
  await sql`update agents set version = 1`.execute(database);
}
