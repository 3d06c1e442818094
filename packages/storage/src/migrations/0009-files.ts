import { sql, type Kysely } from "kysely";

/** Files of visitors and images of agents. Each hangs on its session and is forgotten with it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("files")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("media_type", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("alt", "text", (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("sent_at", "bigint")
    // PostgreSQL's name for bytes; SQLite takes any name and keeps bytes as they are.
    .addColumn("bytes", "bytea", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("files_of_session").on("files").column("session_id").execute();
  await database.schema
    .createIndex("unsent_files")
    .on("files")
    .column("created_at")
    .where(sql.ref("sent_at"), "is", null)
    .execute();
}
