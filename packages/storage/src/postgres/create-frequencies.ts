import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { KnowledgeStore } from "../storage.ts";
import { beginningOf, beginningQuery } from "./word-query.ts";
import type { createWordStatistics } from "./word-statistics.ts";

/**
 * Counts passages of each word by its beginning, as the search finds them. Where PostgreSQL has counted the commonest words,
 * those are not counted again: only what is rare is looked for, which takes no time.
 */
export function createFrequencies({
  database,
  statisticsOf,
}: {
  readonly database: Kysely<Tables>;
  readonly statisticsOf: ReturnType<typeof createWordStatistics>;
}): KnowledgeStore["frequencies"] {
  return async ({ agentId, words }) => {
    const statistics = await statisticsOf(agentId);
    const beginnings = [...new Set(words.map(beginningOf))].filter(Boolean);
    const counts = new Map(
      beginnings.map((beginning) => [
        beginning,
        Math.round((statistics?.share(beginning) ?? 0) * (statistics?.passages ?? 0)),
      ]),
    );
    const unknown = beginnings.filter((beginning) => counts.get(beginning) === 0);
    const { rows } = await sql<{ beginning: string | null; passages: number }>`
      with asked as (
        select beginning, to_tsquery('simple', word) as query
        from unnest(${unknown}::text[], ${unknown.map(beginningQuery)}::text[]) as asked (beginning, word))
      select beginning, count(*)::int as passages
      from asked join passages on words @@ query
      where agent_id = ${agentId} group by beginning
      union all
      select null, ${statistics ? sql`${statistics.passages}::int` : sql`count(*)::int from passages where agent_id = ${agentId}`}`.execute(
      database,
    );
    for (const { beginning, passages } of rows) if (beginning !== null) counts.set(beginning, passages);
    const having = words.map((word) => [word, counts.get(beginningOf(word)) ?? 0] as const);
    return {
      passages: rows.find(({ beginning }) => beginning === null)?.passages ?? 0,
      having: new Map(having.filter(([, passages]) => passages > 0)),
    };
  };
}
