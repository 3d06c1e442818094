import { sql, type Kysely } from "kysely";

/**
 * Passages and their full-text index. The index contains no text itself: triggers update it with the table, also when a
 * document or an agent is deleted with its passages. `secure-delete` removes the words of a deleted passage from the
 * index at once instead of at some later merge.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("passages")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("document_id", "text", (column) =>
      column.notNull().references("documents.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("headings", "text", (column) => column.notNull())
    .addColumn("anchor", "text")
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  await database.schema.createIndex("passages_of_document").on("passages").column("document_id").execute();

  await sql`create virtual table passage_index using fts5(
    headings, text,
    content = 'passages', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
  )`.execute(database);
  await sql`insert into passage_index(passage_index, rank) values ('secure-delete', 1)`.execute(database);
  await sql`create trigger passage_added after insert on passages begin
    insert into passage_index(rowid, headings, text) values (new.id, new.headings, new.text);
  end`.execute(database);
  await sql`create trigger passage_removed after delete on passages begin
    insert into passage_index(passage_index, rowid, headings, text)
    values ('delete', old.id, old.headings, old.text);
  end`.execute(database);
}
