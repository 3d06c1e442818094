import type { Kysely } from "kysely";

/** When a person last proved, within a session, that it is still them. NULL: when they signed in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("operator_sessions").addColumn("confirmed_at", "bigint").execute();
}
