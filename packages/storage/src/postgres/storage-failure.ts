import { DatabaseError } from "pg";
import { StorageUnavailable } from "../errors.ts";

/**
 * Beginnings of PostgreSQL's error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) for a
 * database that cannot be reached, written or trusted, or was too busy: lost connections, a refused login, an unknown
 * database, a standby, idle for too long inside a transaction, conflicts between transactions, a full disk and other
 * resources, locks not given, cancelled and shut down, the system's own errors, damage.
 */
const unavailable = ["08", "28", "3D", "25006", "25P03", "40", "53", "55P03", "57", "58", "XX"];

/** `StorageUnavailable` in place of an error that is the database's own state; faults of ours stay as they are. */
export function namedFailure(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return error;
  if (error instanceof DatabaseError) {
    const { code = "" } = error;
    return unavailable.some((beginning) => code.startsWith(beginning))
      ? new StorageUnavailable(error)
      : error;
  }
  // All other errors of the client are about its socket.
  return error instanceof TypeError || error instanceof RangeError ? error : new StorageUnavailable(error);
}
