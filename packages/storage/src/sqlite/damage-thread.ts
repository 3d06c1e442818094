import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { isDamage } from "./damage.ts";

/*
 * A thread that reads every row and every entry of an index once, and ends. It reads a few rows at a time: one statement
 * that reads the whole file would hold up every erasure until it is over.
 */

/** The rows of one statement. */
const rows = 500;
/** Milliseconds between two statements: the disk is there for visitors first. */
const restMs = 5;

const database = new DatabaseSync(String(workerData), { readOnly: true, timeout: 5000 });
database.exec("pragma query_only = on");
const quote = (name: unknown) => `"${String(name).replaceAll('"', '""')}"`;

async function readTable(name: string): Promise<void> {
  const columns = database.prepare("select name from pragma_table_info(?)").all(name);
  // The greatest of each: to compare them, SQLite reads whole values.
  const greatest = columns.map((column) => `max(${quote(column["name"])})`).join(", ");
  const some = database.prepare(
    `select max(_row) as last, ${greatest} from (
       select rowid as _row, * from ${quote(name)} where rowid > ? order by rowid limit ${rows})`,
  );
  for (let last: number | bigint = Number.MIN_SAFE_INTEGER; ;) {
    const next: unknown = some.get(last)?.["last"];
    if (typeof next !== "number" && typeof next !== "bigint") return;
    last = next;
    await pause(restMs);
  }
}

async function readAll(): Promise<void> {
  const tables = database
    .prepare("select name, wr from pragma_table_list where schema = 'main' and type in ('table', 'shadow')")
    .all();
  for (const { name, wr: isWithoutRowId } of tables) {
    if (isWithoutRowId) database.prepare(`select count(*) from ${quote(name)}`).get();
    else await readTable(String(name));
  }
  const indexes = database
    .prepare(
      "select name, tbl_name as owner from sqlite_schema where type = 'index' and coalesce(sql, '') not like '%where%'",
    )
    .all();
  for (const { name, owner } of indexes) {
    database.prepare(`select count(*) from ${quote(owner)} indexed by ${quote(name)}`).get();
    await pause(restMs);
  }
}

try {
  await readAll();
  parentPort?.postMessage({ isDamaged: false });
} catch (error) {
  if (!isDamage(error)) throw error;
  parentPort?.postMessage({ isDamaged: true });
} finally {
  database.close();
}
