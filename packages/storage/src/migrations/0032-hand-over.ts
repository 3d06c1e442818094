import { sql, type CreateTableBuilder, type Kysely } from "kysely";

/**
 * A person takes part in a chat: its holder is in the session's own row, which every turn locks, and the author of a
 * turn's reply in the reply's row. Neither database rewrites rows for a column that is nullable or has a default.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const add = (table: string, name: string, type: "text" | "bigint") =>
    schema.alterTable(table).addColumn(name, type).execute();
  const count = (table: string, name: string) =>
    schema
      .alterTable(table)
      .addColumn(name, "bigint", (column) => column.notNull().defaultTo(0))
      .execute();

  await schema
    .alterTable("sessions")
    .addColumn("holder", "text", (column) => column.notNull().defaultTo("agent"))
    .execute();
  await count("sessions", "epoch");
  await count("sessions", "taken_epoch");
  await add("sessions", "held_since", "bigint");
  for (const column of ["operator_id", "operator_name"]) await add("sessions", column, "text");
  for (const column of ["author", "author_id", "author_name", "asked_key"])
    await add("replies", column, "text");
  await count("replies", "epoch");
  for (const column of ["operator_id", "operator_name", "handoff"]) await add("chats", column, "text");
  await count("chats", "epoch");
  await schema
    .createIndex("chats_of_people")
    .on("sessions")
    .columns(["holder", "id"])
    .where(sql.ref("holder"), "!=", sql.lit("agent"))
    .execute();

  await schema
    .createTable("handoffs")
    .addColumn("session_id", "text", (column) =>
      column.primaryKey().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("asked_by", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("summary", "text")
    .addColumn("email", "text")
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("person_at", "bigint")
    .addColumn("returned_turn", "bigint")
    .addColumn("key_id", "text")
    .execute();
  await inChat(schema.createTable("chat_events"))
    .addColumn("epoch", "bigint", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("name", "text")
    .addColumn("after_id", "text")
    .addUniqueConstraint("event_of_epoch", ["session_id", "epoch"])
    .execute();
  await inChat(schema.createTable("chat_notes"))
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("operator_id", "text", (column) => column.notNull())
    .addColumn("operator_name", "text", (column) => column.notNull())
    .execute();
  for (const table of ["chat_events", "chat_notes"])
    await schema
      .createIndex(`${table}_in_order`)
      .on(table)
      .columns(["session_id", "turn", "position"])
      .execute();
}

/** Something that stands between the messages of a chat and goes with it. */
function inChat<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("turn", "bigint", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull());
}
