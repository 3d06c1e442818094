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
import type { Line } from "./line.ts";
import type { Connection } from "./open-connection.ts";

interface Parts {
  readonly connection: Connection;
  /** Where Kysely's queries and transactions stand with everybody else. */
  readonly line: Line;
}

/** Lets Kysely speak to a connection that is open already. */
export function createDialect(parts: Parts): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new Driver(parts),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite takes back a table like any other write, so all migrations are one transaction. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** There is one, but whose turn it is is for the line to say: otherwise Kysely would keep a lock of its own. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class Driver extends SqliteDriver {
  readonly #connection: Connection;
  readonly #line: Line;

  constructor({ connection, line }: Parts) {
    super({ database: databaseOf(connection) });
    this.#connection = connection;
    this.#line = line;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#line.enter();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#line.leave();
  }

  /** Asks for the write lock at once: a transaction that read first would fail, not wait, when another wrote meanwhile. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** A full disk may have rolled it back already. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

function databaseOf(connection: Connection): SqliteDatabase {
  return {
    close: () => connection.close(),
    prepare(text) {
      const statement = connection.prepare<unknown>(text);
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
