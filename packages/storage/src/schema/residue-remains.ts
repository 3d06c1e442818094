import { StorageUnavailable } from "../storage-unavailable.ts";

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
