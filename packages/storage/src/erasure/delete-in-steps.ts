import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Runs one step of long work, and gives others their turn afterwards, unless it was the last. */
export type Rest = <Result>(
  step: () => Promise<Result>,
  isLast?: (result: Result) => boolean,
) => Promise<Result>;

/** The longest pause, in milliseconds. */
const longestMs = 100;

/**
 * After a step, everybody else has the database for as long as the step took, its wait for the others included: the
 * more they have to do, the slower the long work is.
 */
export const restAfter: Rest = async (step, isLast = () => false) => {
  const begunAt = performance.now();
  const result = await step();
  if (!isLast(result)) await setTimeout(Math.min(performance.now() - begunAt, longestMs));
  return result;
};

interface Deletion {
  readonly database: Kysely<Tables>;
  readonly rest: Rest;
  readonly table: keyof Tables;
  /** The columns of the primary key. */
  readonly key: readonly [string, ...string[]];
  /** Which rows: an index has them. */
  readonly where: RawBuilder<unknown>;
  /** Checked again on each row once it is locked: PostgreSQL does not recheck a subselect of a statement that waited. */
  readonly recheck?: RawBuilder<unknown>;
  /** Rows deleted at once: few enough that a visitor's message waits only milliseconds behind them. */
  readonly batch?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Deletes rows again and again until less than a batch was left, and lets others go first in between. Returns how many. */
export async function deleteInSteps({
  database,
  rest,
  table,
  key,
  where,
  recheck,
  batch = 25,
  signal,
}: Deletion): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const deletion = sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(batch)})
      ${recheck ? sql`and ${recheck}` : sql``}`;
  const deleteSome = async () => Number((await deletion.execute(database)).numAffectedRows ?? 0n);
  for (let deleted = 0; ;) {
    const count = await rest(deleteSome, (some) => some < batch);
    deleted += count;
    if (count < batch || signal?.aborted) return deleted;
  }
}
