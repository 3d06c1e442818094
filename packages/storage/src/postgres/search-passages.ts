import { sql, type Kysely } from "kysely";
import { foundPassage, type FoundRow, type KnowledgeStore } from "../knowledge/knowledge-store.ts";
import type { Tables } from "../schema/tables.ts";
import { rankAll, rankSome } from "./rank-passages.ts";
import { beginningOf, beginningQuery, plainOf, quoted } from "./word-query.ts";
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

/** Passages looked at: enough to tell a usual word from a rare one. */
const maxCounted = 1000;

/**
 * Looks words up in the index, each as it is written, but for accents. All of them in one scan: for hundreds of words, as many
 * scans take seconds as long as PostgreSQL has not counted a new table and reads all of an agent's passages for each.
 */
export function createHaving({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["having"] {
  return async ({ agentId, words }) => {
    const asked = new Map(words.map((word) => [plainOf(word), word]));
    asked.delete("");
    if (asked.size === 0) return [];
    const anyOfThem = [...asked.keys()].map(quoted).join(" | ");
    const { rows } = await sql<{ plain: string; passages: number }>`
      with found as materialized (
        select words from passages
        where agent_id = ${agentId} and words @@ to_tsquery('simple', ${anyOfThem}) limit ${maxCounted})
      select plain, count(*)::int as passages
      from found cross join unnest(tsvector_to_array(words)) as plain
      where plain = any(${[...asked.keys()]}) group by plain`.execute(database);
    return rows.map(({ plain, passages }) => ({ word: asked.get(plain) ?? plain, passages }));
  };
}
