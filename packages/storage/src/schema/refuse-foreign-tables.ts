import type { Kysely } from "kysely";
import { DatabaseUnfit } from "./database-unfit.ts";

/**
 * Refuses a database in which another program has tables that are named like ours: no step could make them, and what
 * is in them is not for us to change.
 *
 * @param schema where our tables lie, in a database that has schemas
 * @returns whether it is new: no version of the service has set it up
 * @throws DatabaseUnfit before anything is changed
 */
export async function refuseForeignTables<Tables>(
  database: Kysely<Tables>,
  schema: string | undefined,
): Promise<{ readonly isNew: boolean }> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  const names = new Set(
    tables.filter((table) => schema === undefined || table.schema === schema).map(({ name }) => name),
  );
  // The list of steps that were taken: with it, the tables are ours.
  if (names.has("kysely_migration")) return { isNew: false };
  // Only a new database comes this far.
  const { copiedTables } = await import("../copy/copied-tables.ts");
  const taken = copiedTables.find((name) => names.has(name));
  if (taken === undefined) return { isNew: true };
  throw new DatabaseUnfit(
    `it already contains another program's table '${taken}'; use a separate database for the service`,
  );
}
