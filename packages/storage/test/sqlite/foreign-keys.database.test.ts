import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("each foreign key has an index on its own columns, so that a deletion reads only the rows that it takes along, on SQLite", async () => {
  await using folder = await temporaryFolder();
  await (await openSqlite({ file: folder.file })).close();
  using database = new DatabaseSync(folder.file);
  // A primary key has no index where it is the number of the row.
  const keys = database
    .prepare(
      `select tables.name as child, keys."from" as column, keys."table" as parent
      from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as keys
      where tables.schema = 'main' and tables.type = 'table' and not exists (
        select 1 from pragma_index_list(tables.name) as indexes join pragma_index_info(indexes.name) as columns
        where columns.seqno = 0 and columns.name = keys."from" and indexes.partial = 0)`,
    )
    .all()
    .filter(({ child, column }) => !(child === "passage_vectors" && column === "passage_id"));
  expect(keys).toEqual([]);
  const [{ count } = {}] = database
    .prepare(
      `select count(*) as count from pragma_table_list as tables join pragma_foreign_key_list(tables.name)
      where tables.schema = 'main'`,
    )
    .all();
  expect(Number(count)).toBeGreaterThan(20);
});
