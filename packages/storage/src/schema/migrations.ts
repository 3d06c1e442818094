import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The name of the step that sets up a new database. Databases that begin with another one are not of this line. */
export const baseline = "0001-baseline";

/**
 * The steps after the baseline that both databases take, by name. They run in the order of their names, all in one
 * transaction. A released step is never edited. Nodes of the previous release keep working while the first new one takes
 * it: what they read or write is removed one release later.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "0002-no-mail-to-everybody": { up: dropMailToEverybody },
};

/** Nothing reads or writes this column: since each person is mailed on their own, `alert_mails` has the times. */
async function dropMailToEverybody(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("waiting_alerts").dropColumn("mailed_at").execute();
}
