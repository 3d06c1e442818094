import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { sqliteMigrations } from "../../src/sqlite/schema.ts";
import { everythingOf, fillTables } from "../copy/installation.ts";
import { undoSteps } from "../copy/undo-steps.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("a filled database of the version before takes each later step once, and keeps its contents", async () => {
  await using folder = await temporaryFolder();
  const filled = await openSqlite({ file: folder.file });
  await fillTables(filled);
  const before = await everythingOf(filled);
  await filled.close();
  using database = new DatabaseSync(folder.file);
  const alerts = () => database.prepare("select * from waiting_alerts").all();
  const schema = () =>
    database
      .prepare(
        `select tables.name || '.' || columns.name as "column" from sqlite_schema as tables
         join pragma_table_info(tables.name) as columns order by 1`,
      )
      .all();
  const [alertsBefore, schemaBefore] = [alerts(), schema()];
  expect(alertsBefore).not.toEqual([]);
  database.exec(undoSteps);
  expect(schema()).not.toEqual(schemaBefore);

  await using upgraded = await openSqlite({ file: folder.file });
  expect(await everythingOf(upgraded)).toEqual(before);
  expect(alerts()).toEqual(alertsBefore);
  expect(schema()).toEqual(schemaBefore);
  const steps = database.prepare("select name from kysely_migration order by name").all();
  expect(steps.map(({ name }) => name)).toEqual(Object.keys(sqliteMigrations));
});
