import { setImmediate } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** The full-text indexes of SQLite's FTS5. */
type WordIndex = "chat_index" | "passage_index";

/** Pages of 4 KB that one step writes before it ends with the next word: mostly less than 4 ms of processor time. */
const pagesOfStep = 4;

/**
 * Merges some of the segments of an index. FTS5 adds each transaction's words as a segment, and would merge them by
 * itself within the transaction that adds one too many, up to all that there are: a tenth of a second among 60,000
 * chats, in which the process does nothing else. So `automerge` is off, and this does the same work in small steps.
 *
 * @returns whether there may be more to merge
 * @see https://www.sqlite.org/fts5.html#the_merge_command
 */
export async function mergeWords(database: Kysely<Tables>, index: WordIndex): Promise<boolean> {
  const before = await countChanges(database);
  await sql`insert into ${sql.table(index)}(${sql.ref(index)}, rank) values ('merge', ${sql.lit(pagesOfStep)})`.execute(
    database,
  );
  // The command itself counts as one.
  return (await countChanges(database)) - before > 1;
}

/**
 * Merges all that needs it, other work in between.
 *
 * @throws the signal's reason when it is aborted
 */
export async function mergeAllWords(
  database: Kysely<Tables>,
  index: WordIndex,
  signal?: AbortSignal,
): Promise<void> {
  do {
    signal?.throwIfAborted();
    await setImmediate();
  } while (await mergeWords(database, index));
}

async function countChanges(database: Kysely<Tables>): Promise<number> {
  const { count } = await database
    .selectNoFrom(sql<number>`total_changes()`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
