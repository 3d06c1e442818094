import { sql, type Kysely } from "kysely";

/** By whom a file came that no message has taken yet, for what such files may come to; and the way to chats without a turn. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ["key_id", "address"])
    await database.schema.alterTable("files").addColumn(column, "text").execute();
  for (const column of ["key_id", "address"])
    await database.schema
      .createIndex(`unsent_files_of_${column}`)
      .on("files")
      .columns([column, "size"])
      .where(sql.ref("sent_at"), "is", null)
      .execute();
  await database.schema
    .createIndex("sessions_without_turn")
    .on("sessions")
    .column("last_active_at")
    .where(sql.ref("turns"), "=", sql.lit(0))
    .execute();
}
