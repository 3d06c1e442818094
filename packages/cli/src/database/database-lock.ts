import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./private-file.ts";
import { reasonOf } from "@servicechat/contract";
import { CommandError } from "../input/command-error.ts";

/** How long a start waits for whoever only looks whether the lock is held, in milliseconds: that takes far less. */
const patience = 200;

/** SQLite's code for "it is held by another process" (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/**
 * Takes a SQLite database for one process that serves from it, until it is disposed of. The lock is the operating
 * system's, which lets it go when the process ends, however it ends. It lies on a file of its own beside the database,
 * so that nobody who only reads or writes waits for it; the file stays, since its removal could part two that lock it.
 *
 * @returns `undefined` when another process has taken it
 * @throws CommandError when the file of the lock cannot be used
 */
export function lockDatabase(file: string): Disposable | undefined {
  const lockFile = lockFileOf(file);
  try {
    createPrivateFile(lockFile, "");
    const lock = new DatabaseSync(lockFile, { timeout: patience });
    // Nothing is ever written into it, so no journal needs to lie beside it.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return { [Symbol.dispose]: () => lock.close() };
  } catch (cause) {
    if (isBusy(cause)) return undefined;
    throw new CommandError(`The file ${lockFile} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}

/** Whether a process serves from a database now. Nothing is taken, and nobody kept from anything. */
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
