import { sql, type Kysely } from "kysely";
import { createVectors } from "../../migrations/create-vectors.ts";

/** Words that the index would not see, and what passages mean. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await indexTerms(database);
  await createVectors(database, { passageId: "integer" });
  await database.schema.createIndex("passages_of_agent").on("passages").column("agent_id").execute();
}

/**
 * Recreates the index, with two more columns. Documents that were read before have no terms until they are read again.
 */
async function indexTerms(database: Kysely<unknown>): Promise<void> {
  for (const column of ["heading_terms", "text_terms"]) {
    await database.schema
      .alterTable("passages")
      .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
      .execute();
  }
  await sql`drop trigger passage_added`.execute(database);
  await sql`drop trigger passage_removed`.execute(database);
  await sql`drop table passage_index`.execute(database);
  await sql`create virtual table passage_index using fts5(
    headings, text, heading_terms, text_terms,
    content = 'passages', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
  )`.execute(database);
  await sql`insert into passage_index(passage_index, rank) values ('secure-delete', 1)`.execute(database);
  await sql`insert into passage_index(passage_index) values ('rebuild')`.execute(database);
  await sql`create trigger passage_added after insert on passages begin
    insert into passage_index(rowid, headings, text, heading_terms, text_terms)
    values (new.id, new.headings, new.text, new.heading_terms, new.text_terms);
  end`.execute(database);
  await sql`create trigger passage_removed after delete on passages begin
    insert into passage_index(passage_index, rowid, headings, text, heading_terms, text_terms)
    values ('delete', old.id, old.headings, old.text, old.heading_terms, old.text_terms);
  end`.execute(database);
}
