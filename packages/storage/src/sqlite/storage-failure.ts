import { StorageUnavailable } from "../errors.ts";

/**
 * SQLite's result codes for a database that cannot be reached, written or trusted: PERM, BUSY, LOCKED, NOMEM,
 * READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB (https://sqlite.org/rescode.html).
 */
const unavailable: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** Runs one step on the database. @throws StorageUnavailable in place of an error that is the database's own state */
export function namingFailure<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw isUnavailable(error) ? new StorageUnavailable(error) : error;
  }
}

/** Whether another process held the database just then. */
export function isBusy(error: unknown): boolean {
  return error instanceof StorageUnavailable && plainCode(error.cause) === 5;
}

/** Whether an error is the state of the database, not a fault of the statement. */
export function isUnavailable(error: unknown): boolean {
  const code = plainCode(error);
  if (code !== undefined) return unavailable.has(code);
  // Node reports a handle that was closed meanwhile this way.
  return error instanceof Error && "code" in error && error.code === "ERR_INVALID_STATE";
}

/** SQLite's result code without the detail that the upper bytes add. */
function plainCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : undefined;
}
