import type { Kysely } from "kysely";

/**
 * Which waiting chats were mailed to whom. From now on, rounds of mails are counted for each person, under separate
 * names.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("alert_mails")
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("operator_id", "text", (column) =>
      column.notNull().references("operators.id").onDelete("cascade"),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("hour_at", "bigint", (column) => column.notNull())
    .addColumn("in_hour", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("alert_mails_key", ["session_id", "operator_id"])
    .execute();
  await database.schema
    .createIndex("alert_mails_of_person")
    .on("alert_mails")
    .column("operator_id")
    .execute();
}
