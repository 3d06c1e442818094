import type { Kysely } from "kysely";

/** Operators' flags of replies. Deleted with the reply, whose visitor's words they may repeat. */
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
