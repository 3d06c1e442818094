import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
} from "kysely";
import type { ConnectionQueue } from "./connection-queue.ts";
import { patience, type Connection } from "./open-connection.ts";
import { createStatementCache } from "./statement-cache.ts";
import { isBusy } from "./storage-failure.ts";

interface Dependencies {
  readonly connection: Connection;
  /** Kysely's queries and transactions queue here with everybody else. */
  readonly queue: ConnectionQueue;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /**
   * Called after each commit of a transaction, of which none then waits for the disk: for what may be lost in a power cut,
   * since it is made again.
   */
  readonly afterCommitAhead?: () => void;
}

/** Milliseconds between two attempts at a statement while somebody else has the file. */
const pause = 10;

/** Lets Kysely speak to a connection that is open already. */
export function createDialect(dependencies: Dependencies): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new Driver(dependencies),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite takes back a table like any other write, so all migrations are one transaction. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one, but the queue decides whose turn it is: otherwise Kysely would have its own lock. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #connection: Connection;
  readonly #queue: ConnectionQueue;
  readonly #wait: Dependencies["wait"];
  readonly #afterCommitAhead: (() => void) | undefined;

  constructor({ connection, queue, wait, afterCommitAhead }: Dependencies) {
    super({ database: databaseOf(connection) });
    this.#connection = connection;
    this.#queue = queue;
    this.#wait = wait;
    this.#afterCommitAhead = afterCommitAhead;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.enter();
    const acquired = await super.acquireConnection();
    return {
      executeQuery: (query) => this.#patiently(() => acquired.executeQuery(query)),
      streamQuery: (query, chunkSize) => acquired.streamQuery(query, chunkSize),
    };
  }

  /**
   * SQLite would wait for another connection within its call. Here the event loop continues: the other one may belong
   * to this process, in the middle of a transaction.
   */
  async #patiently<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#connection.inTransaction) return run();
    for (let waited = 0; ; waited += pause) {
      try {
        return await this.#atOnce(run);
      } catch (error) {
        if (!isBusy(error) || waited >= patience) throw error;
        await this.#wait(pause);
      }
    }
  }

  /** Kysely calls SQLite before its promise is given, so nobody else's statement runs without its patience. */
  #atOnce<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#connection.execute("pragma busy_timeout = 0");
    try {
      return run();
    } finally {
      this.#connection.execute(`pragma busy_timeout = ${patience}`);
    }
  }

  override async releaseConnection(): Promise<void> {
    if (this.#afterCommitAhead) this.#connection.execute("pragma synchronous = full");
    this.#queue.leave();
  }

  /** Asks for the write lock at once: a transaction that read first would fail, not wait, when another wrote meanwhile. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#afterCommitAhead) this.#connection.execute("pragma synchronous = normal");
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#afterCommitAhead?.();
  }

  /** A full disk may have rolled it back already. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

function databaseOf(connection: Connection): SqliteDatabase {
  const prepare = createStatementCache(connection);
  return {
    close: () => connection.close(),
    prepare(text) {
      const statement = prepare(text);
      return {
        reader: statement.reader,
        all: (values) => [...statement.all(...bindable(values))],
        run: (values) => ({ changes: statement.run(...bindable(values)), lastInsertRowid: 0 }),
        iterate: (values) => statement.all(...bindable(values)).values(),
      };
    },
  };
}

function bindable(values: readonly unknown[]) {
  return values.map((value) => {
    if (value === null || typeof value === "string" || typeof value === "number") return value;
    if (typeof value === "bigint" || value instanceof Uint8Array) return value;
    throw new TypeError(`SQLite cannot bind a ${typeof value}.`);
  });
}
