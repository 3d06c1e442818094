import { sql, type Kysely } from "kysely";
import { createVectors } from "../../migrations/create-vectors.ts";

/** Words that the index would not see, and what passages mean. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await indexTerms(database);
  await createVectors(database, { passageId: "bigint" });
}

/**
 * Recreates the search vector, with two more columns. Documents that were read before have no terms until they are read
 * again.
 */
async function indexTerms(database: Kysely<unknown>): Promise<void> {
  const vectorOf = (column: string, weight: string) =>
    sql`setweight(to_tsvector('simple',
      regexp_replace(normalize(${sql.ref(column)}, NFKD), U&'[\\0300-\\036F]', '', 'g')), ${sql.lit(weight)})`;
  for (const column of ["heading_terms", "text_terms"]) {
    await database.schema
      .alterTable("passages")
      .addColumn(column, "text", (definition) => definition.notNull().defaultTo(""))
      .execute();
  }
  await database.schema.alterTable("passages").dropColumn("words").execute();
  await database.schema
    .alterTable("passages")
    .addColumn("words", sql`tsvector`, (definition) =>
      definition
        .notNull()
        .generatedAlwaysAs(
          sql`${vectorOf("headings", "A")} || ${vectorOf("heading_terms", "A")} ||
            ${vectorOf("text", "D")} || ${vectorOf("text_terms", "D")}`,
        )
        .stored(),
    )
    .execute();
  await database.schema.createIndex("passage_words").on("passages").using("gin").column("words").execute();
}
