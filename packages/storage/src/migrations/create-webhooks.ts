import { sql, type Kysely } from "kysely";

/**
 * Webhooks, and their deliveries. A delivery contains no text of a chat: that is read when it is sent, so an erased
 * chat leaves nothing here. No foreign key leads to the webhook, since a visitor's message must not fail because its
 * webhook is being removed.
 */
export async function createWebhooks(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("webhooks")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("format", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("agents", "text")
    .addColumn("text", "bigint", (column) => column.notNull())
    .addColumn("enabled", "bigint", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhook_id", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("session_id", "text", (column) => column.notNull())
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("subject", "text")
    .addColumn("detail", "text")
    .addColumn("name", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("tries", "text", (column) => column.notNull())
    .addColumn("tried", "bigint", (column) => column.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("deliveries_due")
    .on("webhook_deliveries")
    .columns(["webhook_id", "next_at"])
    .where(sql.ref("state"), "=", sql.lit("pending"))
    .execute();
  await schema
    .createIndex("deliveries_of_webhook")
    .on("webhook_deliveries")
    .columns(["webhook_id", "at", "id"])
    .execute();
  await schema
    .createIndex("deliveries_of_chat")
    .on("webhook_deliveries")
    .columns(["session_id", "type"])
    .execute();
  await schema.createIndex("deliveries_by_time").on("webhook_deliveries").column("at").execute();
}
