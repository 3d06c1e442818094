import { DatabaseSync } from "node:sqlite";
import { baseline, formerFirstStep } from "../schema/migrations.ts";

/** `foreign`: another program's. `damaged`: pages of it contradict each other, as in a copy that was made during a write. */
export type FileState = "sound" | "foreign" | "damaged";

/**
 * Examines every page of a database file of unknown origin, and changes nothing.
 *
 * @throws when it cannot be read
 */
export function examineFile(file: string): FileState {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    if (!isOfService(database)) return "foreign";
    const found = database.prepare("pragma quick_check(1)").get();
    return found?.["quick_check"] === "ok" ? "sound" : "damaged";
  } catch (error) {
    if (error instanceof Error && "errcode" in error && signsOfDamage.includes(error.errcode))
      return "damaged";
    throw error;
  } finally {
    database.close();
  }
}

/** Result codes of SQLite for a table that cannot be opened, such as a damaged full-text index, and for damaged pages. */
const signsOfDamage: readonly unknown[] = [1, 11];

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
