import type { Kysely } from "kysely";
import { createReplyFacts } from "../../migrations/create-reply-facts.ts";

/** The counts of each reply. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createReplyFacts(database, {
    type: "bigint",
    counted: (column) => column.generatedAlwaysAsIdentity(),
  });
}
