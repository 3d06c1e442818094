import { sql, type Kysely } from "kysely";

/** Sessions and everything that is forgotten with them: each table hangs on its session and goes with it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createSessions(database);
  await createMessages(database);
  await createReplies(database);
  await createQuestions(database);
  await createIdempotency(database);
}

async function createSessions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "text", (column) => column.notNull().references("agents.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_active_at", "bigint", (column) => column.notNull())
    .addColumn("turns", "integer", (column) => column.notNull())
    .execute();
  await database.schema
    .createIndex("sessions_of_agent")
    .on("sessions")
    .columns(["agent_id", "last_active_at"])
    .execute();
  await database.schema.createIndex("sessions_by_activity").on("sessions").column("last_active_at").execute();
  await database.schema.createIndex("sessions_by_age").on("sessions").column("created_at").execute();
}

async function createMessages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("messages")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("parts", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("messages_in_order", ["session_id", "turn", "position"])
    .execute();
}

async function createReplies(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("replies")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("parts", "text", (column) => column.notNull())
    .addColumn("transcript", "text", (column) => column.notNull())
    .addColumn("failure", "text")
    .addColumn("truncated", "integer", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("replies_in_order", ["session_id", "turn"])
    .execute();
  await database.schema
    .createIndex("open_replies")
    .on("replies")
    .columns(["session_id", "turn"])
    .where(sql.ref("status"), "=", sql.lit("streaming"))
    .execute();
}

async function createQuestions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("questions")
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("answer", "text")
    .addPrimaryKeyConstraint("questions_key", ["session_id", "id"])
    .execute();
}

async function createIdempotency(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("idempotency")
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("session_id", "text", (column) =>
      column.notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("reply_id", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotency_key", ["agent_id", "key"])
    .execute();
  await database.schema
    .createIndex("idempotency_of_session")
    .on("idempotency")
    .column("session_id")
    .execute();
  await database.schema.createIndex("idempotency_by_expiry").on("idempotency").column("expires_at").execute();
}
