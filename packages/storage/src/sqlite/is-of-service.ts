import { DatabaseSync } from "node:sqlite";
import { formerFirstStep } from "../schema/former-line.ts";
import { baseline } from "../schema/migrations.ts";

/**
 * Whether this service wrote the database, in whatever version: its list of the steps that brought it up to date begins
 * with our first. Other programs have such lists too, and a first start that was killed may have left an empty one.
 *
 * @throws when it cannot be read
 */
export function isOfService(database: DatabaseSync): boolean {
  const first = firstStep(database);
  return first === null || first === baseline || first === formerFirstStep;
}

/**
 * Whether a version from before the first release wrote it.
 *
 * @throws when it cannot be read
 */
export function isOfFormerLine(database: DatabaseSync): boolean {
  return firstStep(database) === formerFirstStep;
}

/** `undefined` without a list, and `null` if it is empty. */
function firstStep(database: DatabaseSync): unknown {
  if (!database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get())
    return undefined;
  return database.prepare("select name from kysely_migration order by name limit 1").get()?.["name"] ?? null;
}
