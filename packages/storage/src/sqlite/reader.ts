import { Worker } from "node:worker_threads";
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { StorageUnavailable } from "../errors.ts";
import type { Tables } from "../schema/tables.ts";
import { codeCache } from "./code-cache.ts";
import { isDamageOfPages } from "./damage.ts";
import { isUnavailable } from "./storage-failure.ts";

/** Reads for operators, over a separate connection in a separate thread. */
interface Reader {
  readonly database: Kysely<Tables>;
  /** Ends the thread. Later requests fail. */
  close(): Promise<void>;
}

/** An idle thread is ended after this time, in milliseconds, to free its memory for visitors. */
const idleMs = 60_000;

/** An answer of the thread. */
type Answer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  | { readonly id: number; readonly error: { readonly message: string; readonly errcode?: number } };

/**
 * Starts nothing before the first query. A list or search may take a hundred milliseconds, and in this thread no visitor
 * would get a word meanwhile.
 *
 * @param file The database's file, which is there and up to date
 */
export function createReader({
  file,
  onDamage = () => {},
}: {
  readonly file: string;
  /** Called when a query has met damaged pages. */
  readonly onDamage?: () => void;
}): Reader {
  const waiting = new Map<number, PromiseWithResolvers<readonly unknown[]>>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL("./reader-thread.ts", import.meta.url), {
      workerData: file,
      env: codeCache(), // none of the secrets
    });
    started.on("message", (answer: Answer) => {
      const query = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("rows" in answer) query?.resolve(answer.rows);
      else {
        const failure = failureOf(answer.error);
        if (isDamageOfPages(failure.cause)) onDamage();
        query?.reject(failure);
      }
      if (waiting.size === 0) rest(started);
    });
    const end = (cause: unknown) => {
      if (thread === started) thread = undefined;
      for (const query of waiting.values()) query.reject(new StorageUnavailable(cause));
      waiting.clear();
    };
    started.on("error", end).on("exit", () => end(new Error("The reading thread has ended.")));
    return started;
  }

  /** It keeps no process alive while nothing is asked. */
  function rest(started: Worker): void {
    started.unref();
    idle = setTimeout(() => {
      thread = undefined;
      void started.terminate();
    }, idleMs).unref();
  }

  async function read({ sql: text, parameters: values }: CompiledQuery): Promise<QueryResult<never>> {
    if (isClosed) throw new StorageUnavailable(new Error("The storage was closed."));
    clearTimeout(idle);
    thread ??= start();
    thread.ref();
    const query = Promise.withResolvers<readonly unknown[]>();
    const id = ++asked;
    waiting.set(id, query);
    thread.postMessage({ id, text, values });
    // Nobody can check a row against its statement's text but the reader of both.
    return { rows: (await query.promise) as never[] };
  }

  return {
    database: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => new ReadingDriver(read),
        createIntrospector: (database) => new SqliteIntrospector(database),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await thread?.terminate();
    },
  };
}

/** The codes are those of the connection that writes. */
function failureOf({ message, errcode }: { readonly message: string; readonly errcode?: number }): Error {
  const error = Object.assign(new Error(message), { errcode });
  return isUnavailable(error) ? new StorageUnavailable(error) : error;
}

/** Statements go to the thread, one by one; there is nothing to begin or commit. */
class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(read: (query: CompiledQuery) => Promise<QueryResult<never>>) {
    this.#connection = {
      executeQuery: read,
      streamQuery() {
        throw new Error("Rows are read whole.");
      },
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async beginTransaction(): Promise<void> {
    throw new Error("This connection only reads, statement by statement.");
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
