import { sql, type ColumnDefinitionBuilder, type Kysely } from "kysely";

/**
 * Questions that could not be answered. A gap contains no words of a visitor: they are in its questions, which are
 * deleted with their chats. Questions of existing replies are noted as changes of their chats, and processed like new
 * ones.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("gaps")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("opened_at", "bigint", (column) => column.notNull())
    .addColumn("changed_at", "bigint", (column) => column.notNull())
    .addColumn("closed_by", "text")
    .addColumn("changed_by", "text")
    .addColumn("checked", "text")
    .execute();
  await database.schema.createIndex("gaps_of_agent").on("gaps").columns(["agent_id", "state"]).execute();

  await database.schema
    .createTable("gap_questions")
    .addColumn("reply_id", "text", (column) =>
      column.primaryKey().references("replies.id").onDelete("cascade"),
    )
    .addColumn("session_id", "text", ofSession)
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("question", "text", (column) => column.notNull())
    .addColumn("marks", "text", (column) => column.notNull())
    .addColumn("nearest", "text")
    .addColumn("score", "bigint", (column) => column.notNull())
    .addColumn("gap_id", "text", (column) => column.references("gaps.id").onDelete("set null"))
    .addColumn("vector_model", "text")
    .addColumn("vector", "text")
    .execute();
  await database.schema
    .createIndex("questions_of_gap")
    .on("gap_questions")
    .columns(["gap_id", "at"])
    .execute();
  await database.schema
    .createIndex("gap_questions_of_chat")
    .on("gap_questions")
    .column("session_id")
    .execute();
  await database.schema
    .createIndex("gap_questions_of_agent")
    .on("gap_questions")
    .columns(["agent_id", "at"])
    .execute();

  await sql`insert into chat_changes (session_id, turn)
    select replies.session_id, replies.turn from replies
    join reply_facts on reply_facts.reply_id = replies.id
    where replies.rating = 'down' or reply_facts.marks like '%"unanswered"%'
      or reply_facts.marks like '%"uncited"%' or reply_facts.marks like '%"rephrased"%'`.execute(database);
}

function ofSession(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().references("sessions.id").onDelete("cascade");
}
