import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { Places } from "./places.ts";

/** A database that is written to directly, bypassing the service. */
interface Fillable {
  /** SQL for the hash of a random token. */
  readonly randomHash: string;
  /** Drops the index of words while many are written, and recreates it; empty if that is no faster. */
  readonly forgetWords: readonly string[];
  readonly indexWords: readonly string[];
  transaction(statements: readonly string[]): Promise<void>;
  /** Does what the database does automatically after a while. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database of a service, which has already created it. */
export async function openFillable({ file = "", postgresUrl }: Places): Promise<Fillable> {
  return postgresUrl === undefined ? openFile(file) : openServer(postgresUrl);
}

function openFile(file: string): Fillable {
  const database = new DatabaseSync(file);
  database.exec("pragma busy_timeout = 5000");
  return {
    randomHash: "lower(hex(randomblob(32)))",
    forgetWords: [],
    indexWords: [],
    async transaction(statements) {
      database.exec(["begin immediate", ...statements, "commit"].join(";"));
    },
    settle: async () => database.exec("pragma wal_checkpoint(truncate)"),
    close: async () => database.close(),
  };
}

async function openServer(url: string): Promise<Fillable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    randomHash: "md5(random()::text) || md5(random()::text)",
    forgetWords: ["drop index chat_words"],
    indexWords: ["create index chat_words on chat_texts using gin (words)"],
    async transaction(statements) {
      await client.query(["begin", ...statements, "commit"].join(";"));
    },
    async settle() {
      await client.query("vacuum analyze");
    },
    close: () => client.end(),
  };
}
