import type { Kysely } from "kysely";

/**
 * Browsers to which people have notifications pushed. No foreign key leads to the session: one that has expired over night
 * ends no push, one that was ended does (`end-pushes.ts`).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("push_subscriptions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("operator_id", "text", (column) =>
      column.notNull().references("operators.id").onDelete("cascade"),
    )
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("browser", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint")
    .execute();
  await database.schema
    .createIndex("push_subscriptions_of_person")
    .on("push_subscriptions")
    .columns(["operator_id", "created_at"])
    .execute();
}
