import { StorageUnavailable } from "../storage-unavailable.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { ConnectionQueue } from "./connection-queue.ts";
import { patience } from "./open-connection.ts";

interface Dependencies {
  readonly checkpoints: Pick<Checkpoints, "advance" | "truncate">;
  /** While the log is cut, others wait here for the connection: within SQLite the event loop would wait with them. */
  readonly queue: ConnectionQueue;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two attempts. */
const pause = 50;

/**
 * Brings all that was committed into the main file, waits for the disk, and cuts the write-ahead log to nothing. So
 * text that was deleted is gone from both: the main file's freed space is overwritten with zeros. A reader in another
 * process holds it up; it is asked again and again without blocking this process meanwhile. Those who ask before the
 * first attempt share it.
 *
 * @throws StorageUnavailable when the log is still in use after five seconds
 */
export function createLogEmptier({ checkpoints, queue, wait }: Dependencies): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function attempt(): Promise<boolean> {
    await queue.enter();
    try {
      return await checkpoints.truncate();
    } finally {
      queue.leave();
    }
  }

  async function empty(): Promise<void> {
    try {
      // Most of the way while others write: they wait for the rest only.
      await checkpoints.advance();
    } finally {
      next = undefined;
    }
    for (let waited = 0; waited <= patience; waited += pause) {
      if (await attempt()) return;
      await wait(pause);
    }
    throw new StorageUnavailable(new Error("Another process is still reading the write-ahead log."));
  }

  return () => {
    next ??= running.catch(() => undefined).then(empty);
    running = next;
    return next;
  };
}
