import type { Kysely } from "kysely";

/** How far each agent's reading of the web is, and what is known of each page that it asked for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createCrawls(database);
  await createPages(database);
}

async function createCrawls(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("crawls")
    .addColumn("agent_id", "text", (column) =>
      column.primaryKey().references("agents.id").onDelete("cascade"),
    )
    .addColumn("run", "text")
    .addColumn("started_at", "bigint")
    .addColumn("finished_at", "bigint")
    .addColumn("holder", "text")
    .addColumn("held_until", "bigint", (column) => column.notNull())
    .execute();
}

async function createPages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("pages")
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("run", "text", (column) => column.notNull())
    .addColumn("location", "text")
    .addColumn("hash", "text")
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("links", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("pages_key", ["agent_id", "address"])
    .execute();
}
