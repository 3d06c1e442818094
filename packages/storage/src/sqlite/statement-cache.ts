import type { Connection, Statement } from "./open-connection.ts";

/** More than the hot paths use; each one takes a few KB. */
const maxStatements = 100;

/** In characters. A longer one writes many rows, is rarely the same again, and would hold all their values. */
const maxKeptText = 4_000;

/** Statements that may change the columns of others. */
const changesSchema = /^\s*(?:create|alter|drop)\b/i;

/**
 * Keeps the statements that were used last, since preparing a small one takes longer than running it. A change of the
 * schema empties the cache: SQLite prepares statements again after it, but their columns would be the old ones.
 *
 * @returns `connection.prepare` with a memory. A statement must have run to its end before it is asked for again.
 */
export function createStatementCache(
  connection: Pick<Connection, "prepare">,
): (text: string) => Statement<unknown> {
  const kept = new Map<string, Statement<unknown>>();

  return (text) => {
    const known = kept.get(text);
    const statement = known ?? connection.prepare<unknown>(text);
    if (changesSchema.test(text)) {
      kept.clear();
      return statement;
    }
    if (text.length > maxKeptText) return statement;
    // A map is in the order in which its entries were added, so the first is the one used longest ago.
    kept.delete(text);
    kept.set(text, statement);
    const [oldest] = kept.keys();
    if (kept.size > maxStatements && oldest !== undefined) kept.delete(oldest);
    return statement;
  };
}
