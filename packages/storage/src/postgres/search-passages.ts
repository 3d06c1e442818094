import { sql, type Kysely } from "kysely";
import { foundPassage, type FoundRow } from "../knowledge/found-passage.ts";
import type { KnowledgeStore } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";
import { rankAll } from "./rank-all.ts";
import { rankSome } from "./rank-some.ts";
import { beginningOf, beginningQuery, wholeQuery } from "./word-query.ts";
import type { createWordStatistics } from "./word-statistics.ts";

/**
 * Full-text search over search vectors. PostgreSQL's rank does not know which words are rare, nor what length is usual, so
 * each word is looked for on its own, and counts as in BM25: more, the fewer passages have it and the shorter the
 * passage, and less with each time that it is there again.
 */
export function createSearch({
  database,
  statisticsOf,
}: {
  readonly database: Kysely<Tables>;
  readonly statisticsOf: ReturnType<typeof createWordStatistics>;
}): KnowledgeStore["search"] {
  return async ({ agentId, words, limit }) => {
    const beginnings = [...new Set(words.map(beginningOf))].filter(Boolean);
    if (beginnings.length === 0) return [];
    const statistics = await statisticsOf(agentId);
    const best = statistics
      ? rankSome({ agentId, beginnings, statistics, limit })
      : rankAll({ agentId, queries: beginnings.map(beginningQuery), limit });
    const { rows } = await sql<FoundRow>`
      select passages.id, document_id, headings, anchor, text, documents.title, documents.url, score
      from (${best}) as best join passages using (id) join documents on documents.id = document_id
      order by score desc, passages.id`.execute(database);
    return rows.map(foundPassage);
  };
}

/** Passages counted of one word: enough to tell a usual word from a rare one. */
const maxCounted = 200;

/** Looks words up in the index, each as it is written, but for accents. */
export function createHaving({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["having"] {
  return async ({ agentId, words }) => {
    const asked = words
      .map((word) => ({ word, query: wholeQuery(word) }))
      .filter(({ query }) => query !== "");
    if (asked.length === 0) return [];
    const { rows } = await sql<{ place: number; passages: number }>`
      select place::int, (
        select count(*)::int from (
          select 1 from passages
          where agent_id = ${agentId} and words @@ to_tsquery('simple', query) limit ${maxCounted}) as first
        ) as passages
      from unnest(${asked.map(({ query }) => query)}::text[]) with ordinality as asked (query, place)`.execute(
      database,
    );
    return rows
      .map(({ place, passages }) => ({ word: asked[place - 1]?.word ?? "", passages }))
      .filter(({ passages }) => passages > 0);
  };
}
