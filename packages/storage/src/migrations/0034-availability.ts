import type { Kysely } from "kysely";

/** Whether people take chats just now: they do until they say otherwise. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("operators")
    .addColumn("available", "bigint", (column) => column.notNull().defaultTo(1))
    .execute();
}
