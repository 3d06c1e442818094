import { sql, type Kysely } from "kysely";
import { foundPassage, type FoundRow } from "../found-passage.ts";
import type { KnowledgeStore } from "../storage.ts";
import type { Tables } from "../tables.ts";
import { wordQuery } from "./word-query.ts";

/** What a word counts by its weight, D, C, B, A: in a heading (A) four times as much as in the text (D). */
const weights = "{0.25, 0.25, 1, 1}";

/** Turns PostgreSQL's rank of one word, found once in a text, into 1. */
const once = 6.58;

/**
 * Full-text search over search vectors. PostgreSQL's rank does not know which words are rare, nor what length is usual, so
 * each word is looked for on its own, and counts as in BM25: more, the fewer passages have it and the shorter the
 * passage, and less with each time that it is there again.
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
        total as materialized (select count(*) as passages from passages where agent_id = ${agentId}),
        matches as (
          select passages.id, ${sql.lit(once)} * ts_rank(${weights}, words, query) as times,
            length(words) / avg(length(words)) over () as length,
            ln(1 + ((select passages from total) + 1) / (count(*) over (partition by number) + 0.5)::float8) as rarity
          from asked join passages on words @@ query
          where agent_id = ${agentId}),
        best as (
          select id, sum(rarity * times / (times + 1.2 * (0.25 + 0.75 * length))) as score
          from matches
          group by id order by score desc, id limit ${limit})
      select passages.id, document_id, headings, anchor, text, documents.title, documents.url, score
      from best join passages using (id) join documents on documents.id = document_id
      order by score desc, passages.id`.execute(database);
    return rows.map(foundPassage);
  };
}
