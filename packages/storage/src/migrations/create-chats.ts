import { sql, type ColumnDataType, type ColumnDefinitionBuilder, type Kysely } from "kysely";

/**
 * Operators' lists and search: a row for each chat, its words, and which chats have changed since those were written.
 * All of it belongs to the session and is deleted with it.
 *
 * @param id how the database numbers rows
 */
export async function createChats(
  database: Kysely<unknown>,
  id: {
    readonly type: ColumnDataType;
    readonly counted: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  },
): Promise<void> {
  await database.schema
    .createTable("chat_changes")
    .addColumn("id", id.type, (column) => id.counted(column).primaryKey())
    .addColumn("session_id", "text", ofSession)
    .addColumn("turn", "integer", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("changes_of_chat").on("chat_changes").column("session_id").execute();

  await database.schema
    .createTable("chats")
    .addColumn("id", "text", (column) => column.primaryKey().references("sessions.id").onDelete("cascade"))
    .addColumn("number", "bigint", (column) => column.notNull().unique())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("key_id", "text")
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("last_at", "bigint", (column) => column.notNull())
    .addColumn("messages", "bigint", (column) => column.notNull())
    .addColumn("first", "text", (column) => column.notNull())
    .addColumn("last", "text", (column) => column.notNull())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("rating", "text")
    .addColumn("marks", "text", (column) => column.notNull())
    .addColumn("language", "text")
    .addColumn("versions", "text", (column) => column.notNull())
    .addColumn("user_id", "text")
    .addColumn("user_name", "text")
    .addColumn("counted", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("chats_by_activity").on("chats").columns(["last_at", "id"]).execute();
  await database.schema
    .createIndex("chats_of_agent")
    .on("chats")
    .columns(["agent_id", "last_at", "id"])
    .execute();
  await database.schema.createIndex("chats_by_revision").on("chats").column("revision").execute();
  await database.schema
    .createIndex("chats_of_user")
    .on("chats")
    .columns(["user_id", "last_at"])
    .where(sql.ref("user_id"), "is not", null)
    .execute();
  await database.schema
    .createIndex("open_chats")
    .on("chats")
    .column("last_at")
    .where(sql.ref("outcome"), "=", sql.lit("open"))
    .execute();

  await database.schema
    .createTable("chat_texts")
    .addColumn("id", id.type, (column) => column.primaryKey())
    .addColumn("session_id", "text", ofSession)
    .addColumn("block", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addUniqueConstraint("text_of_block", ["session_id", "block"])
    .execute();

  await database.schema
    .createTable("chat_counters")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}

function ofSession(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references("sessions.id").onDelete("cascade");
}
