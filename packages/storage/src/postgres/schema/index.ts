import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { runAll, sharedTables } from "../../schema/baseline/index.ts";
import { baseline, migrations } from "../../schema/migrations.ts";
import { chatListStatements, searchStatements } from "./search.ts";
import { webhookTriggers } from "./webhooks.ts";

/** Every step of a PostgreSQL database, by name. */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  [baseline]: { up: createTables },
  ...migrations,
};

async function createTables(database: Kysely<unknown>): Promise<void> {
  await runAll(database, [
    ...revisionStatements,
    ...sharedTables({
      rowId: "bigint",
      countedKey: "bigint generated always as identity primary key",
    }),
    ...chatListStatements,
    ...searchStatements,
    ...webhookTriggers,
  ]);
}

/** One row that counts the changes of agents and keys, by which every node notices them. */
const revisionStatements: readonly string[] = [
  "create table revision (value bigint not null)",
  "insert into revision (value) values (0)",
];
