import type { Kysely } from "kysely";

/**
 * The answers for which a gap closed, so that one which people reopen does not close for the same. NULL: it never
 * closed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("gaps").addColumn("proof", "text").execute();
}
