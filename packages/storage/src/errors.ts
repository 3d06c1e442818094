/** The database cannot be reached, is full, or cannot be written. The cause is for the log. */
export class StorageUnavailable extends Error {
  /** The commit itself had no good answer: what was to be written may be there, or may still come. */
  readonly inDoubt: boolean;

  constructor(cause: unknown, { inDoubt = false }: { readonly inDoubt?: boolean } = {}) {
    super("The database is not available.", { cause });
    this.name = "StorageUnavailable";
    this.inDoubt = inDoubt;
  }
}

/** Deleted data is no longer in any answer, but may still be in the raw files. The message is for the operator. */
export class ResidueRemains extends StorageUnavailable {
  constructor(cause: unknown) {
    super(cause);
    this.name = "ResidueRemains";
    this.message =
      "What was erased no longer appears in any answer, but its text may still be in the write-ahead log of the database: " +
      "another process, such as a backup, keeps reading it. A running service tries again within the hour, and so does every start.";
  }
}

/**
 * The database answers, but this version of the service cannot work with it, and waiting will not help. The message is
 * a reason for the operator, without a full stop: `a newer version of the service wrote it`.
 */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}

/**
 * The file must not be written to: it is damaged, another program's, or in a place that cannot be written. The message
 * is a reason for the operator with the way out, without a full stop.
 */
export class DatabaseFileRefused extends DatabaseUnfit {}
