import type { Kysely } from "kysely";

/** Which node writes a reply. Replies from before are nobody's: a node that starts finds them orphaned. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable("replies")
    .addColumn("node", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
