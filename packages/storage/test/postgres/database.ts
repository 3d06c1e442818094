import {
  findTestPostgres,
  runSql,
  temporaryDatabase,
  temporarySchema,
} from "../../../../test/support/test-servers.ts";
import { openPostgres } from "../../src/postgres/index.ts";
import type { Storage } from "../../src/index.ts";

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
  /** Runs statements on its tables, on a separate connection. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
}

/** A new empty database. Disposing it closes every storage opened with it and removes it. */
export function emptyDatabase(): TestDatabase {
  const stack = new AsyncDisposableStack();
  const { schema } = stack.use(temporarySchema(url));
  return databaseAt({ url, schema, stack });
}

/**
 * The same, and nobody else's tables beside it: an index that is made beside running writes waits for every transaction of
 * the whole database, and one that then waits for its table would be a deadlock.
 */
export async function emptyDatabaseAlone(): Promise<TestDatabase> {
  const stack = new AsyncDisposableStack();
  const alone = stack.use(await temporaryDatabase());
  return databaseAt({ url: alone.url, schema: "public", stack });
}

function databaseAt({
  url,
  schema,
  stack,
}: Pick<TestDatabase, "url" | "schema"> & { readonly stack: AsyncDisposableStack }): TestDatabase {
  return {
    url,
    schema,
    open: async (address = url) => stack.use(await openPostgres({ url: address, schema })),
    run: (text) => runSql(url, `set search_path = ${schema}; ${text}`),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
