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
  "0004-documents-of-agents": { up: addUploadedDocuments },
  "0005-progress-of-reading": { up: addProgressOfReading },
  "0006-secrets": { up: addSecrets },
  "0007-drafts-and-tags": { up: addDraftsAndTags },
  "0008-chats-in-hand": { up: addIndexOfChatsInHand },
  "0009-desk": { up: addDesk },
  "0010-names-in-the-audit-log": { up: addNamesToAuditLog },
  "0011-chats-that-went-badly": { up: addIndexesOfBadChats },
  "0012-faces": { up: addFaces },
};

/** Nothing reads or writes this column: since each person is mailed on their own, `alert_mails` has the times. */
async function dropMailToEverybody(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("waiting_alerts").dropColumn("mailed_at").execute();
}

/** A draft ends with its author's rights. Earlier drafts have no author, and end within an hour. */
async function addAuthorsOfDrafts(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("agents").addColumn("drafted_by", "text").execute();
}

/** How far the reading of sources is, on any node, and what of them could not be read. */
async function addProgressOfReading(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable("agents").addColumn("sources_requested", "bigint").execute();
  await schema
    .createIndex("agents_to_read")
    .on("agents")
    .column("id")
    .where("sources_requested" as never, "is not", null)
    .execute();
  await schema
    .createTable("syncs")
    .addColumn("agent_id", "text", (id) => id.primaryKey().references("agents.id").onDelete("cascade"))
    .addColumn("holder", "text")
    .addColumn("held_until", "bigint", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("source", "text")
    .addColumn("done", "bigint", (column) => column.notNull())
    .addColumn("total", "bigint")
    .addColumn("counts", "text", (column) => column.notNull())
    .addColumn("finished_at", "bigint")
    .addColumn("result", "text")
    .execute();
  await schema
    .createTable("source_failures")
    .addColumn("agent_id", "text", (id) => id.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("location", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("source_failures_key", ["agent_id", "location"])
    .execute();
}

/** Documents that people upload, with their bytes. What is searched of them is in `documents` and `passages`. */
async function addUploadedDocuments(database: Kysely<unknown>): Promise<void> {
  for (const statement of uploadedDocumentTables) await sql.raw(statement).execute(database);
}

const uploadedDocumentTables = [
  `create table uploaded_documents (
    agent_id text not null references agents (id) on delete cascade,
    path text not null,
    -- As people gave them; an empty address means none.
    title text,
    url text,
    -- What the document says of itself, once it is read.
    own_title text,
    own_url text,
    type text not null,
    size bigint not null,
    sha256 text not null,
    -- Id of its bytes in document_contents.
    content text not null,
    -- waiting, read or unreadable, with the reason.
    state text not null,
    reason text,
    -- Sentences about what was left out, a list as JSON.
    missing text not null,
    passages bigint not null,
    -- 0 if answers must not use it.
    enabled bigint not null,
    added_at bigint not null,
    by_kind text not null,
    by_id text,
    by_name text,
    read_at bigint,
    -- Changes with bytes and fields, and not by being read.
    revision text not null,
    waiting_since bigint not null,
    -- Which process reads it, and until when it has the right to.
    holder text,
    held_until bigint not null,
    constraint uploaded_documents_key primary key (agent_id, path)
  )`,
  "create index uploaded_documents_to_read on uploaded_documents (state, waiting_since)",
  `create table document_contents (
    id text primary key,
    agent_id text not null,
    -- When it may be deleted; null while a document has it.
    remove_at bigint
  )`,
  "create index document_contents_of_agent on document_contents (agent_id)",
  "create index document_contents_to_remove on document_contents (remove_at)",
  `create table document_pieces (
    content text not null,
    number bigint not null,
    bytes bytea not null,
    constraint document_pieces_key primary key (content, number)
  )`,
  // What is counted of each agent; with an empty id, of all.
  `create table document_totals (
    agent_id text primary key,
    documents bigint not null,
    bytes bigint not null
  )`,
] as const;

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

/** So that lists of the few chats that wait for a person or have one do not read all chats of agents. */
async function addIndexOfChatsInHand(database: Kysely<unknown>): Promise<void> {
  await sql`create index chats_in_hand on chats (last_at, id) where holder <> 'agent'`.execute(database);
}

/** What operators keep with chats: tags, until when a chat is set aside, and what each of them has seen. */
async function addDesk(database: Kysely<unknown>): Promise<void> {
  for (const statement of deskTables) await sql.raw(statement).execute(database);
}

const deskTables = [
  `create table chat_tags (
    session_id text not null references sessions (id) on delete cascade,
    tag text not null,
    constraint chat_tags_key primary key (session_id, tag)
  )`,
  "create index chats_of_tag on chat_tags (tag, session_id)",
  `create table chat_snoozes (
    session_id text primary key references sessions (id) on delete cascade,
    until bigint not null,
    -- The chat as it was then: it comes back as soon as it has another epoch, or a message of the visitor behind this place.
    epoch bigint not null,
    turn bigint not null,
    position bigint not null
  )`,
  "create index chat_snoozes_by_time on chat_snoozes (until)",
  `create table chat_seen (
    session_id text not null references sessions (id) on delete cascade,
    operator_id text not null references operators (id) on delete cascade,
    -- The place of the visitor's newest message that they have seen.
    turn bigint not null,
    position bigint not null,
    at bigint not null,
    constraint chat_seen_key primary key (session_id, operator_id)
  )`,
  "create index chat_seen_of_operator on chat_seen (operator_id, at)",
] as const;

/** What things were called, and what else a sentence of the audit log says. */
async function addNamesToAuditLog(database: Kysely<unknown>): Promise<void> {
  for (const column of ["on_name", "details"])
    await database.schema.alterTable("audit").addColumn(column, "text").execute();
}

/** So that Home reads the newest chats with an unanswered question or a thumbs down, not all of a week. */
async function addIndexesOfBadChats(database: Kysely<unknown>): Promise<void> {
  await sql`create index chats_rated_down on chats (last_at, id) where rating = 'down'`.execute(database);
  await sql`create index chats_unanswered on chats (last_at, id) where marks like '%"unanswered"%'`.execute(
    database,
  );
}

/** Pictures of people, for their colleagues. */
async function addFaces(database: Kysely<unknown>): Promise<void> {
  await sql`create table operator_faces (
    operator_id text primary key references operators (id) on delete cascade,
    type text not null,
    bytes bytea not null,
    revision text not null
  )`.execute(database);
}

/** The first step of databases from before the first release, whose tables had grown by many small steps. */
export const formerFirstStep = "0001-agents";

/** Why such a database is refused, for the operator. */
export const formerLineReason =
  "a version from before the first release wrote it, which cannot be upgraded; choose another database with SERVICECHAT_DATABASE_URL to begin anew, or continue to run the version that wrote it";
