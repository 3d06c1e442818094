import type { Kysely } from "kysely";

/** Which key a key took the place of. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("keys").addColumn("replaces", "text").execute();
}
