import { type ColumnDataType, type ColumnDefinitionBuilder, type Kysely } from "kysely";

/**
 * The counts of each reply that has ended. A row outlives its chat, and then refers to no reply: the use remains. That
 * is why it has its own id. It has no foreign key to its agent or key either.
 *
 * @param id how the database numbers rows
 */
export async function createReplyFacts(
  database: Kysely<unknown>,
  id: {
    readonly type: ColumnDataType;
    readonly counted: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  },
): Promise<void> {
  await database.schema
    .createTable("reply_facts")
    .addColumn("id", id.type, (column) => id.counted(column).primaryKey())
    .addColumn("reply_id", "text", (column) => column.unique().references("replies.id").onDelete("set null"))
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("asked_at", "bigint", (column) => column.notNull())
    .addColumn("tokens_in", "bigint", (column) => column.notNull())
    .addColumn("tokens_out", "bigint", (column) => column.notNull())
    .addColumn("unanswered", "integer", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("facts_by_time").on("reply_facts").column("asked_at").execute();
}
