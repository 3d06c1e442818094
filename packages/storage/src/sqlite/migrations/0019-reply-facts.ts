import type { Kysely } from "kysely";
import { createReplyFacts } from "../../migrations/create-reply-facts.ts";

/** The counts of each reply. SQLite numbers an integer primary key automatically. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createReplyFacts(database, { type: "integer", counted: (column) => column });
}
