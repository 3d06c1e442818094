import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { runAll, sharedTables } from "../../schema/baseline/index.ts";
import { baseline, migrations } from "../../schema/migrations.ts";
import { chatListStatements, searchStatements } from "./search.ts";
import { webhookTriggers } from "./webhooks.ts";

/** Every step of a SQLite database, by name. */
export const sqliteMigrations: Readonly<Record<string, Migration>> = {
  [baseline]: { up: createTables },
  ...migrations,
};

/** SQLite counts an integer primary key up automatically. */
async function createTables(database: Kysely<unknown>): Promise<void> {
  await runAll(database, [
    ...sharedTables({ rowId: "integer", countedKey: "integer primary key" }),
    ...chatListStatements,
    ...searchStatements,
    ...webhookTriggers,
  ]);
}
