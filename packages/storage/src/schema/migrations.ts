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
  "0003-authors-of-drafts": { up: addAuthorsOfDrafts },
};

/** Nothing reads or writes this column: since each person is mailed on their own, `alert_mails` has the times. */
async function dropMailToEverybody(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("waiting_alerts").dropColumn("mailed_at").execute();
}

/** A draft ends with its author's rights. Earlier drafts have no author, and end within an hour. */
async function addAuthorsOfDrafts(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("agents").addColumn("drafted_by", "text").execute();
}

/** The first step of databases from before the first release, whose tables had grown by many small steps. */
export const formerFirstStep = "0001-agents";

/** Why such a database is refused, for the operator. */
export const formerLineReason =
  "a version from before the first release wrote it, which cannot be upgraded; choose another database with SERVICECHAT_DATABASE_URL to begin anew, or continue to run the version that wrote it";
