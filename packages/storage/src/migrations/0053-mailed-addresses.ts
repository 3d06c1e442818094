import type { Kysely } from "kysely";

/**
 * How many mails an address got in the last day, by a keyed hash of it: a chat that is erased takes its address and its mails
 * along, but not their number.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("mailed_addresses")
    .addColumn("mail_id", "text", (column) => column.primaryKey())
    .addColumn("address_hash", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("mailed_addresses_of")
    .on("mailed_addresses")
    .columns(["address_hash", "at"])
    .execute();
  await database.schema.createIndex("mailed_addresses_at").on("mailed_addresses").column("at").execute();
}
