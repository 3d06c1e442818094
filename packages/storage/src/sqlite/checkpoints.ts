import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { StorageUnavailable } from "../errors.ts";
import { codeCache } from "./code-cache.ts";
import { patience, type Connection } from "./open-connection.ts";

/** Moves commits from the write-ahead log into the main file while the event loop continues. */
export interface Checkpoints {
  /** To be called within a transaction that writes this many bytes at once: it is worth many others. */
  expect(bytes: number): void;
  /** To be called after each commit. */
  note(): void;
  /** Moves what can be moved while others read and write. Never rejects. */
  advance(): Promise<void>;
  /**
   * Moves everything, waits for the disk, and cuts the log to nothing. To be called while the connection is idle:
   * they could not write. @returns `false` when another process still uses the log @throws StorageUnavailable
   */
  truncate(): Promise<boolean>;
  /** Resolves when the thread is gone. No call may follow. */
  stop(): Promise<void>;
}

/** The number of commits after which a checkpoint is worthwhile. */
const enough = 100;
/** The size of an ordinary commit: ten pages. */
const bytesOfCommit = 10 * 4096;
/** Milliseconds without a commit or a request after which the thread is ended: its memory is for visitors. */
const idleMsByDefault = 10_000;
/** Pages in the log at which SQLite helps itself, in the middle of a commit: only when the thread cannot keep up. */
const emergencyPages = 10_000;

/** The row of a checkpoint, or why there was none. */
type Answer = { readonly busy: number } | { readonly failure: string };

/**
 * SQLite would do it within the commit that fills the log, and hold the event loop up for two syncs and a thousand
 * pages. A thread does it instead, from the first hundred commits, megabytes or erasure on: a command that writes little
 * never starts one (https://sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
 */
export function createCheckpoints({
  file,
  connection,
  idleMs = idleMsByDefault,
}: {
  readonly file: string;
  readonly connection: Connection;
  readonly idleMs?: number;
}): Checkpoints {
  let commits = 0;
  let isBusy = false;
  let hasEnded = false;
  let thread: Worker | undefined;
  /** Starts anew with each commit, so that a thread that is needed is not ended. */
  let idle: NodeJS.Timeout | undefined;
  /** Of the last thread that was idle: it may still be closing its connection. */
  let idleEnd: Promise<void> | undefined;
  /** Those whose checkpoints the thread has not answered yet, in the order of its work. */
  const waiting: ((answer: Answer) => void)[] = [];

  function start(): Worker {
    connection.execute(`pragma wal_autocheckpoint = ${emergencyPages}`);
    const started = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: file,
      env: codeCache(), // none of the secrets
    });
    started.on("message", (answer: Answer) => waiting.shift()?.(answer));
    // Without it, SQLite helps itself. No other is started: what ended this one would end that too.
    const end = () => {
      if (thread !== started) return;
      hasEnded = true;
      for (const answer of waiting.splice(0)) answer({ failure: "The thread of checkpoints has ended." });
    };
    started.on("error", end).on("exit", end);
    started.unref();
    idle = setTimeout(endIdle, idleMs).unref();
    return started;
  }

  /** Ends the thread, unless it is at work; the next commits that are worth it start another. */
  function endIdle(): void {
    const ending = thread;
    if (hasEnded || !ending) return;
    if (waiting.length > 0) return void idle?.refresh();
    thread = undefined;
    idle = undefined;
    idleEnd = new Promise((resolve) => ending.once("exit", () => resolve()));
    ending.ref(); // who waits for its end must not end first
    ending.postMessage(null);
  }

  /** It keeps the process alive only for those who wait for it. */
  async function ask(kind: "passive" | "truncate", { isAwaited }: { isAwaited: boolean }): Promise<Answer> {
    const asked = (thread ??= start());
    idle?.refresh();
    if (isAwaited) asked.ref();
    const answered = new Promise<Answer>((resolve) => waiting.push(resolve));
    asked.postMessage(kind);
    const answer = await answered;
    // A stop that has begun meanwhile waits for the thread's end: with nothing else alive, the process would end first.
    if (waiting.length === 0 && !hasEnded) asked.unref();
    return answer;
  }

  async function askIfWorthIt(): Promise<void> {
    while (commits >= enough && !isBusy && !hasEnded) {
      commits = 0;
      isBusy = true;
      await ask("passive", { isAwaited: false });
      isBusy = false;
    }
  }

  /** By the connection itself, when there is no thread. */
  function truncateHere(): boolean {
    connection.execute("pragma busy_timeout = 0");
    try {
      return connection.prepare<{ busy: number }>("pragma wal_checkpoint(truncate)").get()?.busy === 0;
    } finally {
      connection.execute(`pragma busy_timeout = ${patience}`);
    }
  }

  return {
    expect(bytes) {
      commits += Math.floor(bytes / bytesOfCommit);
      // Now, since SQLite would help itself at the end of this very commit.
      if (commits >= enough && !hasEnded) thread ??= start();
    },
    note() {
      commits++;
      idle?.refresh();
      void askIfWorthIt();
    },
    async advance() {
      if (!hasEnded) await ask("passive", { isAwaited: true });
    },
    async truncate() {
      if (hasEnded) return truncateHere();
      const answer = await ask("truncate", { isAwaited: true });
      if ("failure" in answer) throw new StorageUnavailable(new Error(answer.failure));
      return answer.busy === 0;
    },
    async stop() {
      clearTimeout(idle);
      const wasEnded = hasEnded;
      // Whoever still commits starts no other.
      hasEnded = true;
      await idleEnd;
      if (!thread || wasEnded) return;
      thread.ref();
      thread.postMessage(null);
      await once(thread, "exit");
    },
  };
}
