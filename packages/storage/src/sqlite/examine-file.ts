import { DatabaseSync } from "node:sqlite";
import { isOfService } from "./is-of-service.ts";

/** `foreign`: another program's. `damaged`: pages of it contradict each other, as in a copy that was made while somebody wrote. */
export type FileState = "sound" | "foreign" | "damaged";

/**
 * Looks at a database file of which nobody knows where it comes from, every page of it, and changes nothing.
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
