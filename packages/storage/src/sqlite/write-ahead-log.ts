import { ResidueRemains, StorageUnavailable } from "../errors.ts";
import type { Checkpoints } from "./checkpoints.ts";
import type { ConnectionQueue } from "./connection-queue.ts";
import { patience } from "./open-connection.ts";

/** The traces of deleted text in the write-ahead log until that is emptied. */
interface WalResidue {
  /** To be called after each deletion of text. @throws ResidueRemains */
  readonly remove: () => Promise<void>;
  /** Makes up for a removal that failed, or that a killed process did not come to. @throws ResidueRemains */
  readonly removeOld: () => Promise<void>;
}

/**
 * @param emptyLog brings all that was committed into the main file, and cuts the log to nothing
 * @param mayRemain whether an earlier process has left a log: after a proper stop there is none, and nothing to do
 */
export function createWalResidue({
  emptyLog,
  mayRemain,
}: {
  readonly emptyLog: () => Promise<void>;
  mayRemain: boolean;
}): WalResidue {
  async function remove(): Promise<void> {
    try {
      await emptyLog();
      mayRemain = false;
    } catch (cause) {
      mayRemain = true;
      throw new ResidueRemains(cause);
    }
  }

  return {
    remove,
    async removeOld() {
      if (mayRemain) await remove();
    },
  };
}

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
