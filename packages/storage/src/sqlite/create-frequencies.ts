import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { KnowledgeStore } from "../storage.ts";
import { matches, quoted } from "./matches.ts";

/** Passages counted of one word, and of all: of two words that more have, neither tells much, and counting takes time. */
const maxCounted = 300;
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
        select 1 ${matches(agentId, sql`asked.value ->> 'query'`)} limit ${maxCounted})`;
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
