import type { CreateTableBuilder, Kysely } from "kysely";

/** People who use the console, and how they sign in. Everything of theirs is deleted with them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("operators")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("display_name", "text")
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("agents", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint")
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .execute();

  await ofOperator(schema.createTable("sign_in_links"))
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await ofOperator(schema.createTable("operator_sessions"))
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("browser", "text", (column) => column.notNull())
    .execute();
  await ofOperator(schema.createTable("passkeys"))
    .addColumn("credential_id", "text", (column) => column.primaryKey())
    // PostgreSQL's name for bytes; SQLite takes any name and keeps bytes as they are.
    .addColumn("public_key", "bytea", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  for (const table of ["sign_in_links", "operator_sessions", "passkeys"])
    await schema.createIndex(`${table}_of_operator`).on(table).column("operator_id").execute();

  await schema
    .createTable("passkey_challenges")
    .addColumn("challenge", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("operator_id", "text", (column) => column.references("operators.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await schema.createIndex("links_by_expiry").on("sign_in_links").column("expires_at").execute();
  await schema.createIndex("operator_sessions_by_age").on("operator_sessions").column("created_at").execute();
  await schema.createIndex("challenges_of_operator").on("passkey_challenges").column("operator_id").execute();
  await schema.createIndex("challenges_by_expiry").on("passkey_challenges").column("expires_at").execute();
}

function ofOperator<Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) {
  return table.addColumn("operator_id", "text", (column) =>
    column.notNull().references("operators.id").onDelete("cascade"),
  );
}
