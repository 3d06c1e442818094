import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Connection } from "./open-connection.ts";

/** Moves commits from the write-ahead log into the main file while the event loop continues. */
export interface Checkpoints {
  /** To be called within a transaction that writes this many bytes at once: it is worth many others. */
  expect(bytes: number): void;
  /** To be called after each commit. */
  note(): void;
  /** Resolves when the thread is gone. No call may follow. */
  stop(): Promise<void>;
}

/** The number of commits after which a checkpoint is worthwhile. */
const enough = 100;
/** The size of an ordinary commit: ten pages. */
const bytesOfCommit = 10 * 4096;
/** Pages in the log at which SQLite helps itself, in the middle of a commit: only when the thread cannot keep up. */
const emergencyPages = 10_000;

/**
 * SQLite would do it within the commit that fills the log, and hold the event loop up for two syncs and a thousand
 * pages. A thread does it instead, from the first hundred commits or megabytes on: a command that writes little never
 * starts one (https://sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
 */
export function createCheckpoints({
  file,
  connection,
}: {
  readonly file: string;
  readonly connection: Connection;
}): Checkpoints {
  let commits = 0;
  let isBusy = false;
  let hasEnded = false;
  let thread: Worker | undefined;

  function start(): Worker {
    connection.execute(`pragma wal_autocheckpoint = ${emergencyPages}`);
    const started = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: file,
      env: {}, // the secrets
    });
    started.on("message", () => {
      isBusy = false;
      askIfWorthIt();
    });
    // Without it, SQLite helps itself. No other is started: what ended this one would end that too.
    started.on("error", () => (hasEnded = true)).on("exit", () => (hasEnded = true));
    started.unref();
    return started;
  }

  function askIfWorthIt(): void {
    if (commits < enough || isBusy || hasEnded) return;
    commits = 0;
    isBusy = true;
    thread ??= start();
    thread.postMessage("checkpoint");
  }

  return {
    expect(bytes) {
      commits += Math.floor(bytes / bytesOfCommit);
      // Now, since SQLite would help itself at the end of this very commit.
      if (commits >= enough && !hasEnded) thread ??= start();
    },
    note() {
      commits++;
      askIfWorthIt();
    },
    async stop() {
      if (!thread || hasEnded) return;
      hasEnded = true;
      thread.ref();
      thread.postMessage(null);
      await once(thread, "exit");
    },
  };
}
