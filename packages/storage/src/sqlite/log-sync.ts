import { open, type FileHandle } from "node:fs/promises";
import { StorageUnavailable } from "../storage-unavailable.ts";

/** Brings SQLite's write-ahead log to the disk while the event loop goes on. */
export interface LogSync {
  /** Resolves when everything that was committed before the call survives a power cut. @throws StorageUnavailable */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * SQLite itself would hold the event loop up for as long as the disk takes. What it commits without waiting lies in its
 * write-ahead log, from which it recovers everything up to the first frame that is not whole: so a commit is durable
 * once the log was synced, whoever does it. The log stays one file as long as a connection is open, and SQLite keeps
 * no locks on it that closing our handle could drop (https://sqlite.org/wal.html, https://sqlite.org/howtocorrupt.html).
 *
 * @param file The database's file
 */
export function createLogSync(file: string): LogSync {
  let handle: FileHandle | undefined;

  return {
    async sync() {
      try {
        handle ??= await open(`${file}-wal`, "r+");
        await handle.datasync();
      } catch (error) {
        // It is committed, and may or may not survive a power cut.
        throw new StorageUnavailable(error, { inDoubt: true });
      }
    },
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}
