import { DatabaseSync } from "node:sqlite";

/**
 * Whether this service wrote the database, in whatever version: it has the list of steps that brought it up to date.
 *
 * @throws when it cannot be read
 */
export function isOfService(database: DatabaseSync): boolean {
  return database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get() !== undefined;
}

/** The same of a file, which is only read. @throws when it cannot be read */
export function isFileOfService(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return isOfService(database);
  } finally {
    database.close();
  }
}
