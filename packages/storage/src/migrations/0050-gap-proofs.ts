import type { Kysely } from "kysely";

/** What a gap closed for, so that one which people open again does not close for the same. NULL: it never closed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("gaps").addColumn("proof", "text").execute();
}
