import { Client, escapeIdentifier, type QueryResultRow } from "pg";
import { withSettings } from "./connection-settings.ts";
import { connectMs } from "./query-timeouts.ts";
import { namedFailure } from "./storage-failure.ts";

/** Runs one statement for as long as it takes. @returns its rows */
export type RunStatement = <Row extends QueryResultRow>(
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Row[]>;

interface Work {
  /** Of several nodes that begin work of one name, one does it, and the others leave it to that one. */
  readonly name: string;
  readonly work: (run: RunStatement) => Promise<void>;
  /** Aborting it breaks the connection off, and PostgreSQL ends the statement. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Long work in the background, such as creating an index: on a separate connection, so that visitors keep theirs.
 *
 * @throws StorageUnavailable if the database fails, or the storage is closed in the meantime; the signal's reason
 */
export interface Maintenance {
  run(work: Work): Promise<void>;
  /** Breaks off what is being done. */
  close(): void;
}

const settings = `
  set statement_timeout = 0;
  -- Several workers would need shared memory, of which containers have little, and take the processors from visitors.
  set max_parallel_maintenance_workers = 0;
  set maintenance_work_mem = '1GB';
`;

/** Makes PostgreSQL notice, while it works, that the client has gone. Not every system can. */
const endWithClient = "set client_connection_check_interval = '1s'";

/** Opens nothing yet. */
export function createMaintenance({
  url,
  schema,
}: {
  readonly url: string;
  readonly schema: string | undefined;
}): Maintenance {
  const closing = new AbortController();

  return {
    async run({ name, work, signal }) {
      const end = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
      end.throwIfAborted();
      const client = new Client({
        connectionString: withSettings(url, schema),
        connectionTimeoutMillis: connectMs,
        keepAlive: true,
        application_name: "servicechat maintenance",
      });
      // The statement that is affected throws the error.
      client.on("error", () => undefined);
      const breakOff = () => client.connection.stream.destroy();
      end.addEventListener("abort", breakOff, { once: true });
      try {
        await client.connect();
        await client.query(settings);
        await client.query(endWithClient).catch(() => undefined);
        // Counted from the schema: two installations may share a database.
        const lock = "hashtextextended(current_schema() || ' ' || $1, 0)";
        const { rows } = await client.query<{ held: boolean }>(
          `select pg_try_advisory_lock(${lock}) as held`,
          [name],
        );
        if (rows[0]?.held)
          await work(async (text, values = []) => (await client.query(text, [...values])).rows);
      } catch (error) {
        signal?.throwIfAborted();
        throw namedFailure(error);
      } finally {
        end.removeEventListener("abort", breakOff);
        // One that was broken off has nothing to say goodbye to.
        await client.end().catch(() => undefined);
      }
    },
    close: () => closing.abort(),
  };
}

/** Makes an index unless it is there. Nobody who reads or writes waits for it; one that was broken off is made again. */
export async function ensureIndex(
  run: RunStatement,
  { name, definition }: { readonly name: string; readonly definition: string },
): Promise<void> {
  const [found] = await run<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [escapeIdentifier(name)],
  );
  if (found?.valid) return;
  if (found) await run(`drop index concurrently if exists ${escapeIdentifier(name)}`);
  await run(`create index concurrently ${escapeIdentifier(name)} ${definition}`);
}
