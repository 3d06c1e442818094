/** The database cannot be reached, is full, or cannot be written. The cause is for the log. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super("The database is not available.", { cause });
    this.name = "StorageUnavailable";
  }
}
