import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { foundPassage, type FoundRow } from "../knowledge/found-passage.ts";
import type { KnowledgeStore } from "../storage.ts";
import type { Tables } from "../schema/tables.ts";
import { chooseCandidates } from "./choose-candidates.ts";
import { matches, quoted } from "./matches.ts";

/** A word in a heading counts this many times a word in the text. */
const headingWeight = 4;

/** FTS5 calls the better match the smaller number. */
const rank = sql<number>`bm25(passage_index, ${headingWeight}, 1, ${headingWeight}, 1)`;

/** Weighing a passage takes some two microseconds, in which nobody else has a turn. */
const maxWeighed = 2000;

/** Full-text search over FTS5. Words match by their stem, without accents; rare ones weigh more (BM25). */
export function createSearch({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["search"] {
  async function countUpToMost(agentId: string, query: string): Promise<number> {
    const { rows } = await sql<{ passages: number }>`
      select count(*) as passages
      from (select 1 ${matches(agentId, query)} limit ${maxWeighed + 1})`.execute(database);
    return rows[0]?.passages ?? 0;
  }

  return async ({ agentId, words, limit }) => {
    if (words.length === 0) return [];
    const quotedWords = words.map(quoted);
    const any = quotedWords.join(" OR ");
    const count = (query: string) => countUpToMost(agentId, query);
    const areMany = (await count(any)) > maxWeighed;
    const choice = { words: quotedWords, count, max: maxWeighed, fewest: limit };
    const candidates = areMany ? await chooseCandidates(choice) : undefined;
    if (areMany) await nextTurn();
    const ranked = candidates === undefined ? rankAll(agentId, any) : rankSome(agentId, any, candidates);
    const { rows } = await sql<FoundRow>`
      with
        ranked as (${ranked}),
        best as (select * from ranked order by rank, id limit ${limit})
      select passages.id, passages.document_id, passages.headings, passages.anchor, passages.text,
        documents.title, documents.url, -rank as score
      from best
      join passages using (id)
      join documents on documents.id = passages.document_id
      order by rank, passages.id`.execute(database);
    return rows.map(foundPassage);
  };
}

/** Passages counted of one word: enough to tell a usual word from a rare one. */
const maxCounted = 200;

/** Looks words up in the index, each by its stem. */
export function createHaving({ database }: { readonly database: Kysely<Tables> }): KnowledgeStore["having"] {
  return async ({ agentId, words }) => {
    if (words.length === 0) return [];
    const asked = JSON.stringify(words.map((word) => ({ word, query: quoted(word) })));
    const counted = sql`
      select count(*) from (
        select 1 ${matches(agentId, sql`asked.value ->> 'query'`)} limit ${maxCounted})`;
    const { rows } = await sql<{ word: string; passages: number }>`
      select asked.value ->> 'word' as word, (${counted}) as passages
      from json_each(${asked}) as asked`.execute(database);
    return rows.filter(({ passages }) => passages > 0);
  };
}

function rankAll(agentId: string, query: string): RawBuilder<unknown> {
  return sql`select passages.id as id, ${rank} as rank ${matches(agentId, query)}`;
}

/**
 * Ranks the results of `candidates` by all words. FTS5 ranks by everything in a query, so the words that only select
 * are ranked again, alone, and subtracted.
 */
function rankSome(agentId: string, query: string, candidates: string): RawBuilder<unknown> {
  return sql`
    with
      whole as materialized (${rankAll(agentId, `(${candidates}) AND (${query})`)}),
      own as materialized (
        select rowid as id, ${rank} as rank from passage_index where passage_index match ${candidates})
    select id, whole.rank - own.rank as rank from whole join own using (id)`;
}
