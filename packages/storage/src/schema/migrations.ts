import { sql, type Kysely } from "kysely";
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
  "0006-secrets": { up: addSecrets },
  "0007-drafts-and-tags": { up: addDraftsAndTags },
};

/** Nothing reads or writes this column: since each person is mailed on their own, `alert_mails` has the times. */
async function dropMailToEverybody(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("waiting_alerts").dropColumn("mailed_at").execute();
}

/** A draft ends with its author's rights. Earlier drafts have no author, and end within an hour. */
async function addAuthorsOfDrafts(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("agents").addColumn("drafted_by", "text").execute();
}

/** Agent files that are not applied yet, and keys of pages, sealed, so that their tag can be shown again. */
async function addDraftsAndTags(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("keys").addColumn("sealed_key", "text").execute();
  // The agent need not exist, so there is no foreign key.
  await database.schema
    .createTable("agent_drafts")
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("author_id", "text", (column) => column.notNull())
    .addColumn("file", "text", (column) => column.notNull())
    .addColumn("based_on", "bigint")
    .addColumn("saved_at", "bigint", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("agent_drafts_key", ["agent_id", "author_id"])
    .execute();
  await sql`create index agent_drafts_of_author on agent_drafts (author_id, saved_at)`.execute(database);
  await sql`create index agent_drafts_by_time on agent_drafts (saved_at)`.execute(database);
}

/** Keys for models and tools that operators store, sealed, in place of variables of the environment. */
async function addSecrets(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("secrets")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("last_four", "text")
    .addColumn("origins", "text", (column) => column.notNull())
    .addColumn("agents", "text")
    .addColumn("set_at", "bigint", (column) => column.notNull())
    .addColumn("by_kind", "text", (column) => column.notNull())
    .addColumn("by_name", "text")
    .execute();
}

/** The first step of databases from before the first release, whose tables had grown by many small steps. */
export const formerFirstStep = "0001-agents";

/** Why such a database is refused, for the operator. */
export const formerLineReason =
  "a version from before the first release wrote it, which cannot be upgraded; choose another database with SERVICECHAT_DATABASE_URL to begin anew, or continue to run the version that wrote it";
