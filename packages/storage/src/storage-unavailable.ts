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
