import { StorageUnavailable } from "../storage.ts";

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

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Node reports a handle that was closed meanwhile this way.
  if ("code" in error && error.code === "ERR_INVALID_STATE") return true;
  // The lower byte is the plain code, whatever detail the upper ones add.
  return "errcode" in error && typeof error.errcode === "number" && unavailable.has(error.errcode & 0xff);
}
