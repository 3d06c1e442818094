import type { Kysely } from "kysely";

/** How many requests of a key came from which sites. Nothing hangs on keys: rows of one that is gone are forgotten later. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("key_sites")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("admitted", "bigint", (column) => column.notNull())
    .addColumn("refused", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("key_sites_key", ["key_id", "origin"])
    .execute();
}
