import type { DatabaseSync } from "node:sqlite";

/** The rows that are read at each end of a table. */
const rows = 20;

/**
 * Reads the first and the last rows of each table, and of each index the first and the last entries. New rows are at
 * the ends, so that is where a log of another moment, or a missing end of a file, shows.
 *
 * @throws an error of SQLite where they cannot be read
 */
export function readEdges(database: DatabaseSync): void {
  const quote = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;
  const tables = database
    .prepare("select name, wr from pragma_table_list where schema = 'main' and type in ('table', 'shadow')")
    .all();
  for (const { name, wr: isWithoutRowId } of tables) {
    const order = isWithoutRowId ? [""] : [" order by rowid", " order by rowid desc"];
    for (const by of order) database.prepare(`select * from ${quote(name)}${by} limit ${rows}`).all();
  }
  const indexes = database
    .prepare(
      "select name, tbl_name as owner from sqlite_schema where type = 'index' and sql not like '%where%'",
    )
    .all();
  for (const { name, owner } of indexes) {
    const columns = database
      .prepare("select name from pragma_index_info(?) order by seqno")
      .all(String(name))
      .map((column) => column["name"]);
    // An expression has no name.
    if (columns.some((column) => column === null)) continue;
    for (const direction of ["", " desc"]) {
      const by = columns.map((column) => quote(column) + direction).join(", ");
      database
        .prepare(`select * from ${quote(owner)} indexed by ${quote(name)} order by ${by} limit ${rows}`)
        .all();
    }
  }
}
