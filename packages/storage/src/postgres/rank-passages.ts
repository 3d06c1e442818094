import { sql, type RawBuilder } from "kysely";
import { beginningQuery } from "./word-query.ts";
import type { WordStatistics } from "./word-statistics.ts";

/** The value of a word by its weight, D, C, B, A: in a heading (A) four times as much as in the text (D). */
const headingsOverText = sql.lit("{0.25, 0.25, 1, 1}");

/** Turns PostgreSQL's rank of one word, found once in a text, into 1. */
const once = sql.lit(6.58);

/** How soon it counts for less that a word is there again: BM25's k1. */
const saturation = sql.lit(1.2);

/** By how much a text of such a length, 1 being the usual one, has to have a word more often: BM25 with b = 0.75. */
function lengthShare(length: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(0.25 + 0.75 * ${length})`;
}

interface RankAllQuery {
  readonly agentId: string;
  readonly queries: readonly string[];
  readonly limit: number;
}

/** Ranks all passages that have any of the words: each word is looked for on its own. */
export function rankAll({ agentId, queries, limit }: RankAllQuery): RawBuilder<unknown> {
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

interface RankSomeQuery {
  readonly agentId: string;
  /** The prefixes of the words. */
  readonly beginnings: readonly string[];
  readonly statistics: WordStatistics;
  readonly limit: number;
}

/** A word that this many passages have is common: to look at all of them would take too long. */
const manyHaveIt = 2500;

/** How many passages of each word are considered, and how many of all of them ranked, at least and for each that is wanted. */
const maxList = 2500;
const minRanked = 240;
const rankedForEach = 2;

/**
 * Ranks passages by all words, where too many have any of them: those with words that few passages have, with common words
 * in their headings, or with the two rarest common words. Where all words are common, some that have one, too.
 */
export function rankSome({ agentId, beginnings, statistics, limit }: RankSomeQuery): RawBuilder<unknown> {
  const { passages } = statistics;
  const rarityOf = (having: number) => Math.log(1 + (passages + 1) / (having + 0.5));
  const words = beginnings.map((beginning) => {
    const having = statistics.share(beginning) * passages;
    return {
      query: beginningQuery(beginning),
      having,
      rarity: having > manyHaveIt ? rarityOf(having) : null,
    };
  });
  const common = words
    .filter(({ rarity }) => rarity !== null)
    .toSorted((one, other) => one.having - other.having);
  const pair = common.slice(0, 2);
  const matching = (column: RawBuilder<unknown>, query: RawBuilder<unknown>) =>
    sql`select id from passages where agent_id = ${agentId} and ${column} @@ ${query} limit ${maxList}`;
  const inText = sql.ref("words");
  const inHeadings = sql`ts_filter(words, '{a}')`;

  return sql`
    with
      asked as materialized (
        select number, to_tsquery('simple', word) as query, rarity
        from unnest(${words.map(({ query }) => query)}::text[], ${words.map(({ rarity }) => rarity)}::float8[])
          with ordinality as word (word, rarity, number)),
      lists as materialized (
        select number, id from asked, lateral (${matching(inText, sql.ref("query"))}) as found
        where rarity is null or ${common.length === words.length}
        union all
        select number, id from asked, lateral (${matching(inHeadings, sql.ref("query"))}) as found
        where rarity is not null and ${statistics.hasHeadingIndex}
        union all
        select 0, id from (select to_tsquery('simple', ${pair.map(({ query }) => query).join(" & ")}) as query) as pair,
          lateral (${matching(inText, sql.ref("query"))}) as found
        where ${pair.length === 2}),
      rarities as (
        select number, query, coalesce(rarity, ln(1 + ${passages + 1} / (count(id) + 0.5)::float8)) as rarity
        from asked left join lists using (number) group by number, query, rarity),
      candidates as (
        select id from lists left join rarities using (number)
        group by id
        order by sum(coalesce(rarity, ${pair.reduce((sum, { rarity }) => sum + (rarity ?? 0), 0)})) desc, id
        limit ${Math.max(minRanked, limit * rankedForEach)}),
      -- Joined with nothing, so that the words of a passage are unpacked once and not for each word of the question.
      texts as (
        select id, passages.words || '' as words from candidates join passages using (id) offset 0),
      matches as (
        select id, rarity, ${once} * ts_rank(${headingsOverText}, words, query) as times,
          length(words) / avg(length(words)) over () as length
        from texts cross join rarities)
    select id, sum(rarity * times / (times + ${saturation} * ${lengthShare(sql.ref("length"))})) as score
    from matches
    group by id order by score desc, id limit ${limit}`;
}
