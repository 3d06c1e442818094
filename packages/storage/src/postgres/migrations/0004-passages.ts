import { sql, type Kysely } from "kysely";

/**
 * Passages with their search vector, which PostgreSQL updates automatically. The configuration `simple` changes words
 * of no language; accents are removed, as in the words of a search. Headings have weight A, text D.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const vectorOf = (column: string, weight: string) =>
    sql`setweight(to_tsvector('simple',
      regexp_replace(normalize(${sql.ref(column)}, NFKD), U&'[\\0300-\\036F]', '', 'g')), ${sql.lit(weight)})`;
  await database.schema
    .createTable("passages")
    .addColumn("id", "bigint", (column) => column.generatedAlwaysAsIdentity().primaryKey())
    .addColumn("document_id", "text", (column) =>
      column.notNull().references("documents.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("headings", "text", (column) => column.notNull())
    .addColumn("anchor", "text")
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("words", sql`tsvector`, (column) =>
      column
        .notNull()
        .generatedAlwaysAs(sql`${vectorOf("headings", "A")} || ${vectorOf("text", "D")}`)
        .stored(),
    )
    .execute();
  await database.schema.createIndex("passages_of_document").on("passages").column("document_id").execute();
  await database.schema.createIndex("passages_of_agent").on("passages").column("agent_id").execute();
  await database.schema.createIndex("passage_words").on("passages").using("gin").column("words").execute();
}
