import { DatabaseSync } from "node:sqlite";

/**
 * Whether this service wrote the database, in whatever version: it has the list of steps that brought it up to date.
 *
 * @throws when it cannot be read
 */
export function isOfService(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined;
}
