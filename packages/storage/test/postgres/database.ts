import { findTestPostgres, runSql, temporarySchema } from "../../../../test/support/test-servers.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import type { Storage } from "../../src/storage.ts";

const found = await findTestPostgres();
/** The server's address, empty when there is none. */
export const url = found.url ?? "";

/** Whether to skip, and a title that says why. */
export const isMissing = found.missing !== undefined;
export const title = found.missing === undefined ? "on PostgreSQL" : `skipped: ${found.missing}`;

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Where its tables lie. No other test has the same. */
  readonly schema: string;
  /** Opens it once more, as another node would, perhaps by another address. */
  open(address?: string): Promise<Storage>;
  /** Runs statements among its tables, on a connection of their own. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
}

/** An empty database of its own. Disposing closes every storage opened with it and removes it. */
export function emptyDatabase(): TestDatabase {
  const temporary = temporarySchema(url);
  const { schema } = temporary;
  const stack = new AsyncDisposableStack();
  stack.use(temporary);
  return {
    url,
    schema,
    open: async (address = url) => stack.use(await openPostgres({ url: address, schema })),
    run: (text) => runSql(url, `set search_path = ${schema}; ${text}`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
