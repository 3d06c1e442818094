import { sql, type RawBuilder } from "kysely";
import { headingsOverText, lengthShare, once, saturation } from "./ranking.ts";

interface RankingQuery {
  readonly agentId: string;
  readonly queries: readonly string[];
  readonly limit: number;
}

/** Ranks all passages that have any of the words: each word is looked for on its own. */
export function rankAll({ agentId, queries, limit }: RankingQuery): RawBuilder<unknown> {
  return sql`
    with
      asked as (
        select to_tsquery('simple', word) as query, number
        from unnest(${queries}::text[]) with ordinality as word (word, number)),
      total as materialized (select count(*) as passages from passages where agent_id = ${agentId}),
      matches as (
        select passages.id, ${once} * ts_rank(${headingsOverText}, words, query) as times,
          length(words) / avg(length(words)) over () as length,
          ln(1 + ((select passages from total) + 1) / (count(*) over (partition by number) + 0.5)::float8) as rarity
        from asked join passages on words @@ query
        where agent_id = ${agentId})
    select id, sum(rarity * times / (times + ${saturation} * ${lengthShare(sql.ref("length"))})) as score
    from matches
    group by id order by score desc, id limit ${limit}`;
}
