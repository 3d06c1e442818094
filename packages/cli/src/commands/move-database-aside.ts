import { existsSync } from "node:fs";
import { copyFile, link, lstat, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { examineBeforeOpening } from "@servicechat/storage/sqlite";
import { CommandError } from "../input/command-error.ts";

/** The files that SQLite keeps beside a database file; they belong together. */
export const companions = ["", "-wal", "-shm"];

/** Separates a database's name from the time when it was moved aside. */
const marker = ".before-";

/**
 * Gives the existing database a second name and keeps its first one until another database takes that, in one step. So
 * there is always a whole database, whenever this process is killed.
 *
 * @param now milliseconds since 1970
 * @returns the second name
 * @throws CommandError if another program is using it
 */
export async function moveDatabaseAside(file: string, now: number): Promise<string> {
  const begun = await nameWithLog(file);
  if (begun !== undefined) return begun;
  await forgetSecondNames(file);
  writeLogBack(file);
  const aside = `${file}${marker}${new Date(now).toISOString().replaceAll(/[:.]/g, "-")}`;
  const there = companions.filter((ending) => existsSync(file + ending));
  for (const ending of there) await giveName(file + ending, aside + ending);
  // SQLite would apply a leftover log to the new database.
  for (const ending of there) if (ending !== "") await rm(file + ending, { force: true });
  return aside;
}

/** Creates a hard link, or a copy if the file system does not support links. */
async function giveName(file: string, second: string): Promise<void> {
  await link(file, second).catch(() => copyFile(file, second));
}

/**
 * Writes the log back into the file, so that the file is complete without it. A broken database keeps its log: written
 * into a file of another moment, it would break what can still be saved.
 */
function writeLogBack(file: string): void {
  if (!existsSync(file) || !isSound(file)) return;
  if (isLogInUse(file))
    throw new CommandError(`Another program is using ${file}. Stop it first, then restore.`);
}

function isSound(file: string): boolean {
  try {
    examineBeforeOpening(file, { isStart: true });
    return true;
  } catch {
    return false;
  }
}

function isLogInUse(file: string): boolean {
  try {
    using database = new DatabaseSync(file);
    return database.prepare("pragma wal_checkpoint(truncate)").get()?.["busy"] === 1;
  } catch {
    return false;
  }
}

/**
 * The second name under which this same database has its log, while it has none under its first name: two files cannot
 * be removed in one step, and a restore was killed after it removed the log. The database and its log stay together.
 */
async function nameWithLog(file: string): Promise<string | undefined> {
  if (existsSync(`${file}-wal`)) return undefined;
  const own = await identity(file);
  for (const path of await secondNames(file))
    if ((await identity(path)) === own && existsSync(`${path}-wal`)) return path;
  return undefined;
}

/** Removes second names of this same database, left by restores that were killed before the backup was in place. */
async function forgetSecondNames(file: string): Promise<void> {
  const own = await Promise.all(companions.map((ending) => identity(file + ending)));
  for (const path of await secondNames(file))
    if (own.includes(await identity(path))) await rm(path, { force: true });
}

async function secondNames(file: string): Promise<readonly string[]> {
  const names = await readdir(dirname(file));
  return names
    .filter((name) => name.startsWith(basename(file) + marker))
    .map((name) => join(dirname(file), name));
}

/** Identifies a file: two names of one file have the same identity. `missing` if there is no file. */
async function identity(path: string): Promise<string> {
  const found = await lstat(path).catch(() => undefined);
  return found ? `${found.dev}:${found.ino}` : "missing";
}
