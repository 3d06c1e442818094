import { existsSync } from "node:fs";

/** Where the data is stored: in a file of this service, or on a server that several nodes share. */
export type DatabaseSetting =
  | { readonly kind: "sqlite"; /** Absolute. */ readonly file: string }
  | { readonly kind: "postgres"; /** Contains a password: never print it. */ readonly url: string };

/** The name of a database as operators see it, without its password. */
export function databaseName(database: DatabaseSetting): string {
  if (database.kind === "sqlite") return database.file;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}

/** Whether something can be opened without creating it. A server is contacted only when it is opened. */
export function isThere(database: DatabaseSetting): boolean {
  return database.kind === "postgres" || existsSync(database.file);
}
