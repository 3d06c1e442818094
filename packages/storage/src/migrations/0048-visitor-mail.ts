import { sql, type Kysely } from "kysely";

/**
 * Mail to visitors who left an address: when they were last in the chat, and what was sent to them. No text is in it. All
 * of it is deleted with the chat.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const column of ["language", "page"])
    await schema.alterTable("handoffs").addColumn(column, "text").execute();
  for (const column of ["seen_at", "present_at", "mailed_at"])
    await schema.alterTable("handoffs").addColumn(column, "bigint").execute();
  await schema
    .alterTable("handoffs")
    .addColumn("mailed_turn", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex("handoffs_with_address")
    .on("handoffs")
    .column("person_at")
    .where(sql.ref("email"), "is not", null)
    .execute();
  await schema
    .createTable("visitor_mails")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("after_turn", "bigint", (column) => column.notNull())
    .addColumn("last_turn", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("tried", "bigint", (column) => column.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .addColumn("link_hash", "text", (column) => column.notNull().unique())
    .addColumn("sealed_link", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .addUniqueConstraint("mail_of_turns", ["session_id", "after_turn"])
    .execute();
  await schema
    .createIndex("visitor_mails_due")
    .on("visitor_mails")
    .column("next_at")
    .where(sql.ref("state"), "=", sql.lit("pending"))
    .execute();
}
