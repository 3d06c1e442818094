import { sql, type Kysely } from "kysely";

/** Since when visitors who left an address have waited for an answer, and the list of their chats. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  for (const column of ["address_at", "done_at"])
    await schema.alterTable("handoffs").addColumn(column, "bigint").execute();
  await schema.alterTable("chats").addColumn("address_since", "bigint").execute();
  await schema
    .createIndex("chats_with_address")
    .on("chats")
    .columns(["last_at", "id", "agent_id"])
    .where(sql.ref("address_since"), ">", sql.lit(0))
    .execute();
}
