import { setImmediate as nextTurn } from "node:timers/promises";
import { foldText } from "@servicechat/contract/language";
import { sql, type Kysely, type RawBuilder } from "kysely";
import { foundPassage, type FoundRow, type KnowledgeStore } from "../knowledge/knowledge-store.ts";
import type { Tables } from "../schema/tables.ts";

/** A word in a heading counts this many times a word in the text. */
const headingWeight = 4;

/** FTS5 calls the better match the smaller number. */
const rank = sql<number>`bm25(passage_index, ${headingWeight}, 1, ${headingWeight}, 1)`;

/** Weighing a passage takes some two microseconds, during which no other request runs. */
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

interface Choice {
  /** Words of a question, quoted for FTS5. */
  readonly words: readonly string[];
  /** How many passages of the agent an FTS5 query finds; it need not count further than `most`. */
  readonly count: (query: string) => Promise<number>;
  /** How many passages may be weighed. */
  readonly max: number;
  /** How many are wanted. */
  readonly fewest: number;
}

/**
 * An FTS5 query for passages that are worth weighing, where too many have any of the words: those with a word that few
 * have, with a common word in a heading, or with two common words. `undefined` when they are fewer than wanted.
 */
async function chooseCandidates({ words, count, max, fewest }: Choice): Promise<string | undefined> {
  const counted: { readonly word: string; readonly passages: number }[] = [];
  for (const word of words) counted.push({ word, passages: await count(word) });
  const chosen: string[] = [];
  let room = max;
  const take = (query: string, passages: number): boolean => {
    if (passages > room) return false;
    chosen.push(`(${query})`);
    room -= passages;
    return true;
  };

  const common = counted
    .toSorted((one, other) => one.passages - other.passages)
    .filter(({ word, passages }) => !take(word, passages))
    .map(({ word }) => word);
  for (const word of common) {
    const inHeadings = `{headings heading_terms} : ${word}`;
    take(inHeadings, await count(inHeadings));
  }
  const [first, second] = common;
  if (first && second) take(`${first} AND ${second}`, await count(`${first} AND ${second}`));
  return max - room < fewest ? undefined : chosen.join(" OR ");
}

/** The index of agents is asked whose a passage is: the passage itself would have to be read, with its text. */
function matches(agentId: string, query: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`from passage_index cross join passages indexed by passages_of_agent
    on passages.agent_id = ${agentId} and passages.id = passage_index.rowid
    where passage_index match ${query}`;
}

/**
 * A word, folded as in the index. Nothing inside quotes has a special meaning: not `NOT`, not `*`, not a column's name.
 * NUL would end the query.
 */
function quoted(word: string): string {
  return `"${foldText(word).replaceAll("\0", "").replaceAll('"', '""')}"`;
}

/** Passages counted of one word, and of all: two words that more passages have say equally little, and counting takes time. */
const maxFrequency = 300;
const maxPassages = 20_000;

/** Counts passages in the index, those of each word by its stem, all in one statement. */
export function createFrequencies({
  database,
}: {
  readonly database: Kysely<Tables>;
}): KnowledgeStore["frequencies"] {
  return async ({ agentId, words }) => {
    const asked = JSON.stringify(words.map((word) => ({ word, query: quoted(word) })));
    const counted = sql`
      select count(*) from (
        select 1 ${matches(agentId, sql`asked.value ->> 'query'`)} limit ${maxFrequency})`;
    const { rows } = await sql<{ word: string | null; passages: number }>`
      select null as word, (
        select count(*) from (select 1 from passages where agent_id = ${agentId} limit ${maxPassages})) as passages
      union all
      select asked.value ->> 'word', (${counted}) from json_each(${asked}) as asked`.execute(database);
    const having = rows.flatMap(({ word, passages }) =>
      word !== null && passages > 0 ? [[word, passages] as const] : [],
    );
    return { passages: rows.find(({ word }) => word === null)?.passages ?? 0, having: new Map(having) };
  };
}
