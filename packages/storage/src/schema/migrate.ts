import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { DatabaseUnfit, StorageUnavailable } from "../errors.ts";
import { formerFirstStep, formerLineReason } from "./migrations.ts";

/** The library's error, around its name, about an applied step that this version does not know. */
const unknownStep = ["previously executed migration ", " is missing"] as const;

/**
 * Brings the database up to date. Steps that ran before are passed over; when two processes start together,
 * one waits for the other.
 *
 * @param options.mayCreate whether a database without any table of the service is set up
 * @param options.migrationTableSchema where the list of past steps lies, in a database that has schemas
 * @throws StorageUnavailable when the database cannot be written
 * @throws DatabaseUnfit when a newer version of the service wrote this database, one from before the first release, or
 *   another program, or it is empty and may not be set up; nothing was changed
 * @throws Error when a step fails; nothing was changed
 */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
  { mayCreate, ...options }: { readonly mayCreate: boolean; readonly migrationTableSchema?: string },
): Promise<void> {
  const { isNew } = await refuseForeignTables(database, options.migrationTableSchema);
  if (isNew && !mayCreate) throw new DatabaseUnfit("it is empty; the first start of the service sets it up");
  if (!isNew) await refuseFormerLine(database, options.migrationTableSchema);
  const migrator = new Migrator({
    db: database,
    ...options,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof StorageUnavailable) throw error;
  if (error instanceof Error && unknownStep.every((words) => error.message.includes(words)))
    throw new DatabaseUnfit("a newer version of the service wrote it");
  if (error !== undefined) throw new Error("The database could not be brought up to date.", { cause: error });
}

async function refuseFormerLine<Tables>(database: Kysely<Tables>, schema: string | undefined): Promise<void> {
  const steps = sql.id(...(schema === undefined ? [] : [schema]), "kysely_migration");
  const { rows } = await sql`select 1 from ${steps} where name = ${formerFirstStep}`.execute(database);
  if (rows.length > 0) throw new DatabaseUnfit(formerLineReason);
}

/**
 * Refuses a database in which another program has tables that are named like ours: no step could make them, and what
 * is in them is not for us to change.
 *
 * @param schema where our tables lie, in a database that has schemas
 * @returns whether it is new: no version of the service has set it up
 * @throws DatabaseUnfit before anything is changed
 */
async function refuseForeignTables<Tables>(
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
  const { copiedTables } = await import("./table-names.ts");
  const taken = copiedTables.find((name) => names.has(name));
  if (taken === undefined) return { isNew: true };
  throw new DatabaseUnfit(
    `it already contains another program's table '${taken}'; use a separate database for the service`,
  );
}
