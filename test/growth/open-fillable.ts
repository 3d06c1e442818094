import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";

/** Where a service that is not running has its data. */
export type FillableDatabase = { readonly file: string } | { readonly postgresUrl: string };

/** A database that is written to directly, bypassing the service. */
export interface Fillable {
  /** Runs statements in one transaction. No trigger of the product fires until `settle`. */
  transaction(statements: readonly string[]): Promise<void>;
  /** Restores the triggers, and does what the database does automatically after a while. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of a service, which has already created its tables. */
export async function openFillable(database: FillableDatabase): Promise<Fillable> {
  return "file" in database ? openFile(database.file) : openServer(database.postgresUrl);
}

function openFile(file: string): Fillable {
  const database = new DatabaseSync(file);
  database.exec("pragma busy_timeout = 5000; pragma cache_size = -100000; pragma synchronous = off");
  // Those that fill an index stay: its rows are what is wanted.
  const triggers = database
    .prepare(
      `select name, sql from sqlite_master where type = 'trigger'
       and tbl_name in ('sessions', 'messages', 'replies', 'chat_events', 'webhook_deliveries')`,
    )
    .all();
  for (const { name } of triggers) database.exec(`drop trigger ${String(name)}`);
  return {
    async transaction(statements) {
      database.exec(["begin immediate", ...statements, "commit"].join(";"));
    },
    async settle() {
      for (const { sql } of triggers) database.exec(String(sql));
      database.exec("pragma wal_checkpoint(truncate)");
    },
    close: async () => database.close(),
  };
}

async function openServer(url: string): Promise<Fillable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ table: string; which: string }>(
    `select distinct tgrelid::regclass::text as table, case when usesuper then 'all' else 'user' end as which
     from pg_trigger, pg_user where usename = current_user`,
  );
  // Those of foreign keys too where that is allowed: each row would be looked up as often as it has references.
  const switchTriggers = async (how: "disable" | "enable") => {
    for (const { table, which } of rows) await client.query(`alter table ${table} ${how} trigger ${which}`);
  };
  await switchTriggers("disable");
  return {
    async transaction(statements) {
      await client.query(["begin", "set local synchronous_commit = off", ...statements, "commit"].join(";"));
    },
    async settle() {
      await switchTriggers("enable");
      await client.query("vacuum analyze");
    },
    close: () => client.end(),
  };
}
