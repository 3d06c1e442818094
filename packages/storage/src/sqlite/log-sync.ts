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
 * A log whose sync has failed once is not trusted again, though the next one may succeed: the system may have dropped
 * frames, and none behind them would be recovered. Then what was
 * committed goes into the main file, and the log begins again.
 *
 * @param file The database's file
 * @param emptyLog Brings all that was committed into the main file, waits for the disk, and cuts the log to nothing
 */
export function createLogSync({
  file,
  emptyLog,
}: {
  readonly file: string;
  readonly emptyLog: () => Promise<void>;
}): LogSync {
  let handle: FileHandle | undefined;
  let isTrusted = true;

  async function syncLog(): Promise<boolean> {
    try {
      handle ??= await open(`${file}-wal`, "r+");
      await handle.datasync();
      return true;
    } catch {
      return false;
    }
  }

  return {
    async sync() {
      isTrusted &&= await syncLog();
      if (isTrusted) return;
      try {
        await emptyLog();
        isTrusted = true;
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
