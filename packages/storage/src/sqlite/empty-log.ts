import { StorageUnavailable } from "../storage-unavailable.ts";
import type { Exclusive } from "./exclusive.ts";
import { patience, type Connection } from "./open-connection.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly exclusive: Exclusive;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two attempts. */
const pause = 50;

/**
 * Brings all that was committed into the main file, waits for the disk, and cuts the write-ahead log to nothing. So
 * text that was deleted is gone from both: the main file's freed space is overwritten with zeros. A reader in another
 * process holds it up; it is asked again and again without blocking this process meanwhile.
 *
 * @throws StorageUnavailable when the log is still in use after five seconds
 */
export function createLogEmptier({ connection, exclusive, wait }: Dependencies): () => Promise<void> {
  const truncate = connection.prepare<{ busy: number }>("pragma wal_checkpoint(truncate)");

  const attempt = () => {
    connection.execute("pragma busy_timeout = 0");
    try {
      return truncate.get()?.busy === 0;
    } finally {
      connection.execute(`pragma busy_timeout = ${patience}`);
    }
  };

  return async () => {
    for (let waited = 0; waited <= patience; waited += pause) {
      if (await exclusive.alone(attempt)) return;
      await wait(pause);
    }
    throw new StorageUnavailable(new Error("Another process is still reading the write-ahead log."));
  };
}
