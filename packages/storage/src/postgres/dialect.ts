import {
  CompiledQuery,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  sql,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  type PostgresDialectConfig,
  type TableMetadata,
  type TransactionSettings,
} from "kysely";
import type { Connections } from "./connections.ts";
import type { QueryTimeouts } from "./query-timeouts.ts";

interface Dependencies {
  readonly connections: Connections;
  readonly timeouts: QueryTimeouts;
}

/** Lets Kysely use our connections. Outside of transactions a statement has their usual time, whatever `timeouts` say. */
export function createDialect({ connections, timeouts }: Dependencies): PostgresDialect {
  const config: PostgresDialectConfig = {
    pool: {
      options: {},
      end: () => connections.close(),
      async connect() {
        const connection = await connections.lend(timeouts);
        return {
          // Kysely reads no more of a result than its own type says; it asks for no cursors, having been given none.
          query: ((text: string, values: readonly unknown[]) => connection.query({ text }, values)) as never,
          release: (destroy) => connection.release(destroy),
        };
      },
    },
  };
  return new Dialect(config, timeouts);
}

class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #timeouts: QueryTimeouts;

  constructor(config: PostgresDialectConfig, timeouts: QueryTimeouts) {
    super(config);
    this.#config = config;
    this.#timeouts = timeouts;
  }

  override createDriver(): Driver {
    return new TimedDriver(this.#config, this.#timeouts);
  }

  override createIntrospector(database: Kysely<unknown>): PostgresIntrospector {
    return new NarrowIntrospector(database);
  }

  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }
}

/** Tells PostgreSQL too how long a statement may take. */
class TimedDriver extends PostgresDriver {
  readonly #timeouts: QueryTimeouts;

  constructor(config: PostgresDialectConfig, timeouts: QueryTimeouts) {
    super(config);
    this.#timeouts = timeouts;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    const { statementMs } = this.#timeouts;
    await connection.executeQuery(CompiledQuery.raw(`set local statement_timeout = ${statementMs}`));
  }
}

/** Migrations run in a transaction that holds the lock already. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Tells the migrator which tables there are. Kysely's own way looks at every column of the whole database, and fails
 * when another application drops a table at that moment.
 */
class NarrowIntrospector extends PostgresIntrospector {
  readonly #database: Kysely<unknown>;

  constructor(database: Kysely<unknown>) {
    super(database);
    this.#database = database;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ schema: string; name: string }>`
      select schemaname as schema, tablename as name from pg_catalog.pg_tables`.execute(this.#database);
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  }
}
