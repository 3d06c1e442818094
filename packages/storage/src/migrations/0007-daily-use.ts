import type { Kysely } from "kysely";

/**
 * The use by keys with a budget. It does not depend on keys or replies: it remains when they are deleted, and no
 * message waits for a deletion. Past days are deleted.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createDailyUse(database);
  await createReservations(database);
}

async function createDailyUse(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("daily_use")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("day", "bigint", (column) => column.notNull())
    .addColumn("used", "bigint", (column) => column.notNull())
    .addColumn("reserved", "bigint", (column) => column.notNull())
    .addColumn("refused", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("daily_use_key", ["key_id", "day"])
    .execute();
  await database.schema.createIndex("daily_use_by_day").on("daily_use").column("day").execute();
}

async function createReservations(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("reservations")
    .addColumn("reply_id", "text", (column) => column.primaryKey())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("day", "bigint", (column) => column.notNull())
    .addColumn("node", "text", (column) => column.notNull())
    .addColumn("tokens", "bigint", (column) => column.notNull())
    .addColumn("charged", "bigint", (column) => column.notNull())
    .execute();
}
