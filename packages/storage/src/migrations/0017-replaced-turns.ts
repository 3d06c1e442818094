import type { Kysely } from "kysely";

/**
 * Turns that the visitor has replaced. The mark is in the reply's row, since each turn has one reply. Neither database
 * rewrites existing rows for a column with a default.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("replies")
    .addColumn("replaced", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
