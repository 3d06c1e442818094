import type { Kysely } from "kysely";

/**
 * How people learn that visitors are waiting: where each wants mail, when they last had the console open, which chats
 * were announced, and how often. Chats that waited before are not announced again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable("operators").addColumn("email", "text").execute();
  await schema
    .alterTable("operators")
    .addColumn("mail_alerts", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.alterTable("operators").addColumn("present_at", "bigint").execute();
  await schema
    .createTable("waiting_alerts")
    .addColumn("session_id", "text", (column) =>
      column.primaryKey().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("noted_at", "bigint", (column) => column.notNull())
    .addColumn("mailed_at", "bigint")
    .addColumn("pushed_at", "bigint")
    .execute();
  await schema.createIndex("alerts_by_time").on("waiting_alerts").column("noted_at").execute();
  await schema
    .createTable("alert_rounds")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("hour_at", "bigint", (column) => column.notNull())
    .addColumn("in_hour", "bigint", (column) => column.notNull())
    .execute();
}
