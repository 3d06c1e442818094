import { existsSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./private-file.ts";
import { reasonOf } from "./reason-of.ts";
import { Refusal } from "./refusal.ts";

/** SQLite's code for "somebody else has it" (https://sqlite.org/rescode.html#busy). */
const busy = 5;

/**
 * Takes a SQLite database for one process that serves from it, until it is disposed of. The lock is the operating
 * system's, which lets it go when the process ends, however it ends. It lies on a file of its own beside the database,
 * so that nobody who only reads or writes waits for it; the file stays, since its removal could part two that lock it.
 *
 * @returns `undefined` when another process has taken it
 * @throws Refusal when the file of the lock cannot be used
 */
export function holdDatabase(file: string): Disposable | undefined {
  const lockFile = `${existsSync(file) ? realpathSync(file) : file}-serving`;
  try {
    createPrivateFile(lockFile, "");
    const lock = new DatabaseSync(lockFile, { timeout: 0 });
    // Nothing is ever written into it, so no journal needs to lie beside it.
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return { [Symbol.dispose]: () => lock.close() };
  } catch (cause) {
    if (cause instanceof Error && "errcode" in cause && cause.errcode === busy) return undefined;
    throw new Refusal(`The file ${lockFile} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
