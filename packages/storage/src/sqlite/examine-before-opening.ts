import { copyFileSync, linkSync, mkdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseFileRefused } from "../errors.ts";
import { formerLineReason } from "../schema/migrations.ts";
import { damagedReason, damagedWithLogReason, isDamage, isNoDatabase, noDatabaseReason } from "./damage.ts";
import { isOfFormerLine, isOfService } from "./examine-file.ts";
import { forgetKilled } from "./forget-killed.ts";
import { requireFile } from "./require-usable-place.ts";

/**
 * Up to these sizes every page is looked at, in bytes: a second or two on a slow disk. Of larger files the edges of each
 * table are, where new rows are, and the rest once the service runs. A log is left only by a process that was killed, or
 * by somebody who put it there: then more is worth waiting for.
 */
const wholeBytes = 64 * 2 ** 20;
const wholeBytesWithLog = 256 * 2 ** 20;

/** A command may change the file at the moment in which it is looked at: then once more. */
const maxAttempts = 3;

/**
 * Looks at a database file before it is opened for writing, and writes to none of its files: opening it would already
 * move the commits of whatever log lies beside it into it. Nothing but SQLite opens the file here: closing it again
 * would drop the locks that other connections of this process hold.
 *
 * @param isStart whether it is looked at for damage, which takes longer; no other process may be serving from it
 * @returns whether every page was looked at
 * @throws DatabaseFileRefused
 */
export function examineBeforeOpening(
  file: string,
  { isStart }: { readonly isStart: boolean },
): { readonly isWhole: boolean } {
  requireFile(file);
  const size = sizeOf(file);
  const logSize = sizeOf(`${file}-wal`);
  if (size === 0) {
    if (logSize > 0)
      throw new DatabaseFileRefused(
        `it is missing or empty, but its log ${file}-wal is not: put the two files of one moment there, or move that one away to begin with an empty database`,
      );
    return { isWhole: true };
  }
  // Only the very first start writes without a log. What it left is put right when the file is opened.
  if (sizeOf(`${file}-journal`) > 0) return { isWhole: true };
  for (let attempt = 1; ; attempt++) {
    const before = stateOf(file);
    try {
      const reason = findReason(file, { isStart, size, logSize });
      if (reason === undefined) return { isWhole: isSmall(size, logSize) };
      throw new DatabaseFileRefused(reason);
    } catch (refusal) {
      if (attempt === maxAttempts || stateOf(file) === before) throw refusal;
    }
  }
}

function isSmall(size: number, logSize: number): boolean {
  return size + logSize <= (logSize > 0 ? wholeBytesWithLog : wholeBytes);
}

/** Why the file must not be used; `undefined` if nothing is wrong with it. */
function findReason(
  file: string,
  { isStart, size, logSize }: { readonly isStart: boolean; readonly size: number; readonly logSize: number },
): string | undefined {
  const damaged = logSize > 0 ? damagedWithLogReason : damagedReason;
  // Beside a process that has it open, its own index of the log is the right one.
  using twin = isStart || sizeOf(`${file}-shm`) === 0 ? makeTwin(file) : undefined;
  try {
    using database = new DatabaseSync(twin?.file ?? file, { readOnly: true, timeout: 5000 });
    if (!isOfService(database)) {
      const isEmpty = database.prepare("select 1 from sqlite_schema limit 1").get() === undefined;
      return isEmpty
        ? undefined
        : "it is a database of another program; choose another file with SERVICECHAT_DATABASE_URL";
    }
    if (isOfFormerLine(database)) return formerLineReason;
    if (!isStart) return undefined;
    if (!isSmall(size, logSize)) {
      readEdges(database);
      return undefined;
    }
    // Only the longer check compares indexes with their tables: a log of another moment often shows nowhere else.
    const check = logSize > 0 ? "integrity_check" : "quick_check";
    const found = database.prepare(`pragma ${check}(1)`).get();
    return found?.[check] === "ok" ? undefined : damaged;
  } catch (error) {
    if (isNoDatabase(error)) return noDatabaseReason;
    if (isDamage(error)) return damaged;
    throw error;
  }
}

/** What follows the file's name in the name of the folder that a process looks at it in; the process's id comes last. */
const twinMarker = "-examined-";

/**
 * Other names for the file and its log, in a folder of their own: SQLite writes its index of the log beside the name
 * that it is given, and so not beside the file. The folder is this process's own, since a command may look at the file
 * while a service starts.
 */
function makeTwin(file: string): Disposable & { readonly file: string } {
  forgetKilled(file, twinMarker);
  const folder = `${file}${twinMarker}${process.pid}`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // In a container, the process that was killed had the same id.
  remove();
  mkdirSync(folder, { mode: 0o700 });
  const twin = join(folder, basename(file));
  try {
    for (const ending of ["", "-wal"]) if (sizeOf(file + ending) > 0) link(file + ending, twin + ending);
  } catch (cause) {
    remove();
    throw cause;
  }
  return { file: twin, [Symbol.dispose]: remove };
}

function link(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    // Some file systems have no links.
    copyFileSync(file, name);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function stateOf(file: string): string {
  return ["", "-wal"]
    .map((ending) => statSync(file + ending, { bigint: true, throwIfNoEntry: false }))
    .map((found) => `${found?.ino} ${found?.size} ${found?.mtimeNs}`)
    .join();
}

/** The rows that are read at each end of a table. */
const rows = 20;

/**
 * Reads the first and the last rows of each table, and of each index the first and the last entries. New rows are at
 * the ends, so that is where a log of another moment, or a missing end of a file, shows.
 *
 * @throws an error of SQLite where they cannot be read
 */
function readEdges(database: DatabaseSync): void {
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
