import { existsSync } from "node:fs";

/** Where the service remembers: a file of its own, or a server that several nodes share. */
export type DatabaseSetting =
  | { readonly kind: "sqlite"; /** Absolute. */ readonly file: string }
  | { readonly kind: "postgres"; /** Holds a password: never print it. */ readonly url: string };

/** How a database is called before an operator, without its password. */
export function databaseName(database: DatabaseSetting): string {
  if (database.kind === "sqlite") return database.file;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}

/** Whether there is something to open without creating it. A server is asked when it is opened. */
export function isThere(database: DatabaseSetting): boolean {
  return database.kind === "postgres" || existsSync(database.file);
}
