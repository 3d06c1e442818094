import { sql, type Kysely } from "kysely";
import { foundPassage, type FoundRow } from "../found-passage.ts";
import type { KnowledgeStore } from "../storage.ts";
import type { Tables } from "../tables.ts";
import { wordQuery } from "./word-query.ts";

/** What a word counts by its weight, D, C, B, A: in a heading (A) four times as much as in the text (D). */
const weights = "{0.25, 0.25, 1, 1}";

/** Divides a rank by the passage's length, gently. */
const byLength = 1;

/**
 * Full-text search over search vectors. PostgreSQL's rank does not know which words are rare, so each word is looked
 * for on its own, and counts the more the fewer passages have it.
 */
export function createSearch({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["search"] {
  return async ({ agentId, words, limit }) => {
    const queries = words.map(wordQuery).filter((query) => query !== undefined);
    if (queries.length === 0) return [];
    const { rows } = await sql<FoundRow>`
      with
        asked as (
          select to_tsquery('simple', word) as query, number
          from unnest(${queries}::text[]) with ordinality as word (word, number)),
        matches as (
          select passages.id, ts_rank(${weights}, words, query, ${sql.lit(byLength)}) as rank,
            count(*) over (partition by number) as found
          from asked join passages on words @@ query
          where agent_id = ${agentId}),
        best as (
          select id, sum(rank * ln(1 + (total.passages + 1) / (found + 0.5)::float8)) as score
          from matches, (select count(*) as passages from passages where agent_id = ${agentId}) as total
          group by id order by score desc, id limit ${limit})
      select passages.id, document_id, headings, anchor, text, documents.title, documents.url, score
      from best join passages using (id) join documents on documents.id = document_id
      order by score desc, passages.id`.execute(database);
    return rows.map(foundPassage);
  };
}
