/**
 * Whether an error of SQLite means that the file is damaged: a schema or full-text index that cannot be read, pages that
 * contradict each other, bytes that are no database (https://sqlite.org/rescode.html: ERROR, CORRUPT, NOTADB).
 */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code === 1 || code === 11 || code === 26;
}

/** The same for an error of a statement that is known to be right. */
export function isDamageOfPages(error: unknown): boolean {
  const code = codeOf(error);
  return code === 11 || code === 26;
}

/** Whether the file does not begin as every SQLite file does. */
export function isNoDatabase(error: unknown): boolean {
  return codeOf(error) === 26;
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode & 0xff
    : undefined;
}

/** What to say about a file of another kind: a reason, and the way out. */
export const noDatabaseReason =
  "it is not a SQLite database; choose another file with SERVICECHAT_DATABASE_URL, or restore a backup with 'servicechat restore FILE --force', which moves this file aside";

/** What to say about a damaged file: a reason, and the way out. */
export const damagedReason =
  "it is damaged or cut short: restore a backup with 'servicechat restore FILE --force', which moves this file aside";

/** The same when a log lies beside it. */
export const damagedWithLogReason =
  "it and the file beside it that ends in -wal do not fit together, as when one of them was copied or restored without the other, or one is damaged: put the two files of one moment there, or restore a backup with 'servicechat restore FILE --force', which moves them aside";
