import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Statistics of an agent's words, without reading its passages. */
export interface WordStatistics {
  /** How many passages the agent has. */
  readonly passages: number;
  /** The share of all passages, from 0 to 1, that have a word with this beginning; 0 of one that few have. */
  share(beginning: string): number;
  /** Whether words in headings have a separate index. */
  readonly hasHeadingIndex: boolean;
}

interface Dependencies {
  readonly database: Kysely<Tables>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/** An agent with fewer passages is searched without statistics. */
export const manyPassages = 20_000;

/** An index of the words in headings. It is made for the first agent with many passages. */
export const headingIndex = "passage_heading_words";

/** Milliseconds for which statistics are kept. PostgreSQL itself renews them when a tenth of the table has changed. */
const freshMs = 60_000;

/**
 * Reads what PostgreSQL has counted for its planner: the thousand commonest words, with their shares. They are of all
 * agents together, which is what an index scan costs.
 */
export function createWordStatistics({ database, now }: Dependencies) {
  const kept = new Map<
    string,
    { readonly until: number; readonly value: Promise<WordStatistics | undefined> }
  >();

  async function read(agentId: string): Promise<WordStatistics | undefined> {
    const { rows } = await sql<{
      words: readonly string[] | null;
      shares: readonly number[] | null;
      indexed: boolean | null;
    }>`
      select most_common_elems::text::text[] as words, most_common_elem_freqs as shares,
        (select indisvalid from pg_index where indexrelid = to_regclass(${headingIndex})) as indexed
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      left join pg_stats on schemaname = nspname and tablename = relname and attname = 'words'
      where pg_class.oid = to_regclass('passages') and reltuples >= ${manyPassages}`.execute(database);
    const { words, shares, indexed } = rows[0] ?? {};
    if (!words || !shares) return undefined;
    const { passages } = await database
      .selectFrom("passages")
      .select(({ fn }) => fn.countAll<number>().as("passages"))
      .where("agent_id", "=", agentId)
      .executeTakeFirstOrThrow();
    if (passages < manyPassages) return undefined;
    return {
      passages,
      hasHeadingIndex: indexed === true,
      share: (beginning) =>
        Math.min(
          1,
          words.reduce((sum, word, at) => (word.startsWith(beginning) ? sum + (shares[at] ?? 0) : sum), 0),
        ),
    };
  }

  /** `undefined` where there are few passages, or PostgreSQL has not counted yet. */
  return async function statisticsOf(agentId: string): Promise<WordStatistics | undefined> {
    const known = kept.get(agentId);
    if (known && now() < known.until) return known.value;
    const value = read(agentId);
    kept.set(agentId, { until: now() + freshMs, value });
    value.catch(() => kept.delete(agentId)); // the next caller reads them again
    return value;
  };
}
