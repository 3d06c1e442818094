import { setTimeout as pause } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { DatabaseError } from "pg";
import { DatabaseUnfit, StorageUnavailable } from "../errors.ts";
import { migrate } from "../schema/migrate.ts";
import type { Connections } from "./connections.ts";
import { createDialect } from "./dialect.ts";
import { veryLong } from "./query-timeouts.ts";
import { postgresMigrations } from "./schema.ts";
import { prepareVectorExtension, type VectorExtension } from "./vector-extension.ts";

/** Any number, as long as it stays: it names the lock of those who bring one database up to date. */
const lock = 7_328_011_204;

const oldestVersion = 15;

/**
 * A step that must wait for a reader of a table, such as a backup, keeps all others waiting behind itself: so it
 * waits for less than what a visitor's statement may take, and is begun again a little later.
 */
export const lockMs = 500;
const lockPauseMs = 2000;
/** A backup of some hours is waited for. */
const lockTries = 5000;

/**
 * Brings the database up to date, in one transaction. Of several nodes that start together one does it, and the others
 * wait for it. Nodes that run meanwhile are not kept waiting for longer than they can.
 *
 * @param schema where the tables lie; created when it is not there. Absent: where the database's own settings say
 * @param mayCreate whether a database without any table of the service is set up
 * @returns what the extension for vectors does here
 * @throws Error when PostgreSQL is too old, or a step failed; then nothing was changed
 */
export async function prepareDatabase({
  connections,
  schema,
  mayCreate,
}: {
  readonly connections: Connections;
  readonly schema: string | undefined;
  readonly mayCreate: boolean;
}): Promise<VectorExtension> {
  const database = new Kysely<unknown>({ dialect: createDialect({ connections, timeouts: veryLong }) });
  for (let left = lockTries; ; left--) {
    try {
      return await bringUpToDate(database, { schema, mayCreate });
    } catch (error) {
      if (left <= 1 || !isLocked(error)) throw error;
      await pause(lockPauseMs);
    }
  }
}

async function bringUpToDate(
  database: Kysely<unknown>,
  { schema, mayCreate }: { readonly schema: string | undefined; readonly mayCreate: boolean },
): Promise<VectorExtension> {
  return database.transaction().execute(async (transaction) => {
    const migrationTableSchema = schema ?? (await usualSchema(transaction));
    await checkDatabase(transaction);
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(transaction);
    await migrate(transaction, postgresMigrations, { mayCreate, migrationTableSchema });
    return prepareVectorExtension(transaction);
  });
}

/** Whether a lock was not given in time: lock_not_available. */
function isLocked(error: unknown): boolean {
  const { cause } = error instanceof StorageUnavailable ? error : {};
  return cause instanceof DatabaseError && cause.code === "55P03";
}

async function checkDatabase(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(database);
  const { version, encoding } = rows[0] ?? { version: 0, encoding: "" };
  if (version < oldestVersion) {
    throw new DatabaseUnfit(`PostgreSQL ${oldestVersion} or newer is needed; this is version ${version}`);
  }
  if (encoding !== "UTF8") {
    throw new DatabaseUnfit(`encoding UTF8 is needed; it has ${encoding}`);
  }
}

async function usualSchema(database: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(database);
  const name = rows[0]?.name;
  if (!name) throw new DatabaseUnfit("it has no schema for tables: check its search_path");
  return name;
}
