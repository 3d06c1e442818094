import { foldText } from "@servicechat/contract/language";
import { sql, type Kysely } from "kysely";
import type { KnowledgeStore } from "../knowledge/knowledge-store.ts";
import type { Tables } from "../schema/tables.ts";
import type { createWordStatistics } from "./word-statistics.ts";

/** Longer ones are not words; PostgreSQL refuses those of more than 2 kB. */
const maxWord = 200;

/** Endings of the most common languages. The rest of a word is only the prefix that a match must have. */
const endings = /(?:ations?|ments?|ings?|edly|ers?|ed|en|ly|ies|es|e|s|y|n)$/;

const minBeginning = 4;

/**
 * How PostgreSQL is asked for one word in its various forms: folded, and by its beginning, since no dictionary
 * fits every language. "Shipping" finds "ships" and "shipment". `undefined` when there is nothing to look for.
 */
export function wordQuery(word: string): string | undefined {
  const beginning = beginningOf(word);
  return beginning === "" ? undefined : beginningQuery(beginning);
}

/** The common prefix of all forms of a word, folded. */
export function beginningOf(word: string): string {
  return withoutEndings(plainOf(word));
}

/** A word as the index has it, decomposed; empty when nothing is left of it. */
export function plainOf(word: string): string {
  return foldText(word.slice(0, maxWord)).normalize("NFKD").replaceAll("\0", "").toWellFormed();
}

/** The query for words with such a beginning. */
export function beginningQuery(beginning: string): string {
  return `${quoted(beginning)}:*`;
}

/** Nothing inside quotes has a special meaning: not `!`, not `&`, not a weight. */
export function quoted(plain: string): string {
  return `'${plain.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Ending by ending, since "cover" and "covered" end the same only at the end. */
function withoutEndings(word: string): string {
  const cut = word.replace(endings, "").replace(/([bdfgklmnprt])\1$/, "$1");
  return cut === word || cut.length < minBeginning ? word : withoutEndings(cut);
}

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
