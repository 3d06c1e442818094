import type { Kysely } from "kysely";

/** Failed sign-ins by name and by address. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("sign_in_attempts")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("misses", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sign_in_attempts_key", ["kind", "hash"])
    .execute();
  await database.schema.createIndex("attempts_by_time").on("sign_in_attempts").column("last_at").execute();
}
