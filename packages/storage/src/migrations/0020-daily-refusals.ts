import type { Kysely } from "kysely";

/** How many requests of keys were refused on a day, for the operator. Nothing hangs on keys; days that are over are forgotten. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("daily_refusals")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("day", "bigint", (column) => column.notNull())
    .addColumn("by_key", "bigint", (column) => column.notNull())
    .addColumn("by_address", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("daily_refusals_key", ["key_id", "day"])
    .execute();
}
