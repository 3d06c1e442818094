import type { Kysely } from "kysely";
import { createReplyFacts } from "../../migrations/create-reply-facts.ts";

/** What is counted of each reply. An integer that is the primary key is counted up by SQLite itself. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createReplyFacts(database, { type: "integer", counted: (column) => column });
}
