import { sql, type Kysely } from "kysely";

/** Visitors' ratings of replies, in the reply's row, and deleted with it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("replies").addColumn("rating", "text").execute();
  await database.schema.alterTable("replies").addColumn("comment", "text").execute();
  await database.schema.alterTable("replies").addColumn("rated_at", "bigint").execute();
  await database.schema
    .createIndex("rated_replies")
    .on("replies")
    .column("rated_at")
    .where(sql.ref("rated_at"), "is not", null)
    .execute();
}
