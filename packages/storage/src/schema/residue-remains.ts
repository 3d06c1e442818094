import { StorageUnavailable } from "../storage-unavailable.ts";

/** What was deleted is in no answer any more, but may still be in the raw files. The message is for the operator. */
export class ResidueRemains extends StorageUnavailable {
  constructor(cause: unknown) {
    super(cause);
    this.name = "ResidueRemains";
    this.message =
      "What was erased is in no answer any more, but its text may still be in the write-ahead log of the database: " +
      "another process, such as a backup, keeps reading that. A running service tries again within the hour, and every start does.";
  }
}
