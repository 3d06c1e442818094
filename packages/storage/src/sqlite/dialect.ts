import { setImmediate as nextTurn } from "node:timers/promises";
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
import { patience, type Connection, type Statement } from "./open-connection.ts";
import { createStatementCache } from "./statement-cache.ts";
import { isBusy } from "./storage-failure.ts";

interface Dependencies {
  readonly connection: Connection;
  /** Kysely's queries and transactions queue here with everybody else. */
  readonly queue: ConnectionQueue;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Awaited after each commit, when others have the connection already: it may wait for the disk. */
  readonly afterCommit?: () => Promise<void>;
}

/** Milliseconds between two attempts at a statement while another process has the file locked. */
const pause = 10;
/** Milliseconds of statements in one turn of the event loop, after which everything else has its turn. */
const turnMs = 3;

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
  readonly #afterCommit: (() => Promise<void>) | undefined;
  /** When the first statement ran in this turn of the event loop. */
  #turnBeganAt: number | undefined;
  /** How many rows the connection has ever changed. */
  readonly #countChanges: () => number;
  /** Those that have left the queue, and wait for the disk only: the connection may be in the hands of others. */
  readonly #gone = new WeakSet<DatabaseConnection>();

  constructor({ connection, queue, wait, afterCommit }: Dependencies) {
    super({ database: databaseOf(connection) });
    this.#connection = connection;
    this.#queue = queue;
    this.#wait = wait;
    this.#afterCommit = afterCommit;
    let count: Statement<{ readonly changes: number }> | undefined;
    this.#countChanges = () =>
      (count ??= connection.prepare("select total_changes() as changes")).get()?.changes ?? 0;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#queue.enter();
    const acquired = await super.acquireConnection();
    const own: DatabaseConnection = {
      executeQuery: async (query) => {
        await this.#giveTurns();
        return this.#connection.inTransaction
          ? acquired.executeQuery(query)
          : this.#executeAlone(own, query, () => acquired.executeQuery(query));
      },
      streamQuery: (query, chunkSize) => acquired.streamQuery(query, chunkSize),
    };
    return own;
  }

  /**
   * A statement is over when it returns, so a transaction of many, and whole queues of them, would be one turn of the
   * event loop.
   */
  async #giveTurns(): Promise<void> {
    if (this.#turnBeganAt !== undefined && performance.now() - this.#turnBeganAt > turnMs) await nextTurn();
    if (this.#turnBeganAt !== undefined) return;
    this.#turnBeganAt = performance.now();
    setImmediate(() => (this.#turnBeganAt = undefined));
  }

  /** Outside of a transaction, a statement that changes something is a commit. */
  async #executeAlone<Result>(
    own: DatabaseConnection,
    { query }: CompiledQuery,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    const mayWrite = this.#afterCommit !== undefined && query.kind !== "SelectQueryNode";
    const before = mayWrite ? this.#countChanges() : 0;
    const result = await this.#patiently(execute);
    if (mayWrite && this.#countChanges() !== before) await this.#committed(own);
    return result;
  }

  async #committed(own: DatabaseConnection): Promise<void> {
    if (!this.#afterCommit) return;
    this.#gone.add(own);
    this.#queue.leave();
    await this.#afterCommit();
  }

  /**
   * SQLite would wait for another connection within its call. Here the event loop continues: the other one may belong
   * to this process, in the middle of a transaction.
   */
  async #patiently<Result>(run: () => Promise<Result>): Promise<Result> {
    for (let waited = 0; ; waited += pause) {
      try {
        return await this.#atOnce(run);
      } catch (error) {
        if (!isBusy(error) || waited >= patience) throw error;
        await this.#wait(pause);
      }
    }
  }

  /** Kysely calls SQLite before its promise is given, so no other caller's statement runs without its busy timeout. */
  #atOnce<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#connection.execute("pragma busy_timeout = 0");
    try {
      return run();
    } finally {
      this.#connection.execute(`pragma busy_timeout = ${patience}`);
    }
  }

  override async releaseConnection(own?: DatabaseConnection): Promise<void> {
    if (!own || !this.#gone.has(own)) this.#queue.leave();
  }

  /** Asks for the write lock at once: a transaction that read first would fail, not wait, when another wrote meanwhile. */
  override async beginTransaction(own: DatabaseConnection): Promise<void> {
    await own.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  override async commitTransaction(own: DatabaseConnection): Promise<void> {
    await super.commitTransaction(own);
    // Also after one that changed nothing: what it found may be another's, still on its way to the disk.
    await this.#committed(own);
  }

  /** A full disk may have rolled it back already. */
  override async rollbackTransaction(own: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction && !this.#gone.has(own)) await super.rollbackTransaction(own);
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
