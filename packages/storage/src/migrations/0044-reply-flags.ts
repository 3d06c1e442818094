import type { Kysely } from "kysely";

/** What operators have found wrong with a reply. It goes with the reply, whose visitor's words it may repeat. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("reply_flags")
    .addColumn("reply_id", "text", (column) =>
      column.primaryKey().references("replies.id").onDelete("cascade"),
    )
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("right_answer", "text")
    .addColumn("flagged_by", "text")
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
}
