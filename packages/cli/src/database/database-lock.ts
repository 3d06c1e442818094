import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./private-file.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";

/** How long a start waits for a command that only checks the lock, in milliseconds: such a check takes far less. */
const patience = 200;

/** SQLite's code for a lock that another process holds (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/**
 * Locks a SQLite database for the one process that serves from it, until disposed. The operating system releases the
 * lock when the process ends, however it ends. The lock is on a separate file beside the database, so that commands
 * that only read or write do not wait for it. The file is never removed, since two processes could then lock different
 * files.
 *
 * @returns `undefined` if another process holds the lock
 * @throws CommandError if the lock file cannot be used
 */
export function lockDatabase(file: string): Disposable | undefined {
  const lockFile = lockFileOf(file);
  try {
    createPrivateFile(lockFile, "");
    const lock = new DatabaseSync(lockFile, { timeout: patience });
    // Nothing is ever written to it, so it needs no journal beside it.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return { [Symbol.dispose]: () => lock.close() };
  } catch (cause) {
    if (isBusy(cause)) return undefined;
    throw new CommandError(`The file ${lockFile} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

/** Whether a process is serving from a database. This takes no lock and blocks nobody. */
export function isHeld(file: string): boolean {
  const lockFile = lockFileOf(file);
  if (!existsSync(lockFile)) return false;
  const lock = new DatabaseSync(lockFile, { readOnly: true, timeout: 0 });
  try {
    lock.prepare("select 1 from sqlite_schema").get();
    return false;
  } catch (cause) {
    if (isBusy(cause)) return true;
    throw new CommandError(`The file ${lockFile} cannot be used: ${reasonOf(cause)}.`, { cause });
  } finally {
    lock.close();
  }
}

function lockFileOf(file: string): string {
  return `${existsSync(file) ? realpathSync(file) : file}-serving`;
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && "errcode" in cause && cause.errcode === busy;
}
