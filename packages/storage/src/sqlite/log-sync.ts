import { open, type FileHandle } from "node:fs/promises";
import { StorageUnavailable } from "../errors.ts";

/** Syncs SQLite's write-ahead log to disk while the event loop continues. */
export interface LogSync {
  /**
   * Resolves when everything that was committed before the call survives a power cut: those who call while the disk works
   * share the next sync. @throws StorageUnavailable
   */
  sync(): Promise<void>;
  /** Resolves when no write waits for the disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * SQLite itself would block the event loop for as long as the disk takes. Its commits without waiting are in its
 * write-ahead log, from which it recovers everything up to the first incomplete frame: so a commit is durable once the
 * log was synced, by anybody. The log stays one file as long as a connection is open, and SQLite keeps no locks on it
 * that closing our handle could drop (https://sqlite.org/wal.html, https://sqlite.org/howtocorrupt.html).
 *
 * A log whose sync has failed once is not trusted again, though the next one may succeed: the system may have dropped
 * frames, and none behind them would be recovered. Then the commits are moved to the main file, and the log starts
 * again.
 *
 * @param file the database's file
 * @param emptyLog moves all commits to the main file, waits for the disk, and truncates the log to nothing
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

  async function syncOrEmpty(): Promise<void> {
    isTrusted &&= await syncLog();
    if (isTrusted) return;
    try {
      await emptyLog();
      isTrusted = true;
    } catch (error) {
      // It is committed, and may or may not survive a power cut.
      throw new StorageUnavailable(error, { inDoubt: true });
    }
  }

  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  return {
    sync() {
      next ??= current
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          current = syncOrEmpty();
          return current;
        });
      return next;
    },
    settle: () => (next ?? current).catch(() => undefined),
    async close() {
      await handle?.close();
      handle = undefined;
    },
  };
}
