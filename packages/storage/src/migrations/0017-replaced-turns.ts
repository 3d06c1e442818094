import type { Kysely } from "kysely";

/**
 * Turns in whose place the visitor has put another. The mark lies in the reply's row, as a turn is where its reply is.
 * Neither database writes the rows that are there anew for a column with a default.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("replies")
    .addColumn("replaced", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
