import { setImmediate as nextTurn } from "node:timers/promises";
import type { Checkpoints } from "./checkpoints.ts";
import type { ConnectionQueue } from "./connection-queue.ts";
import type { LogSync } from "./log-sync.ts";
import type { Connection, Statement } from "./open-connection.ts";

/** How prepared statements get the one connection that Kysely's transactions use too. */
export interface Exclusive {
  /** Runs when no transaction is open: a statement of ours must never run within another caller's. */
  alone<Result>(work: () => Result): Promise<Result>;
  /** The same, with all reads of `work` seeing one state of the database. */
  reading<Result>(work: () => Result): Promise<Result>;
  /**
   * The same, in a transaction that takes the write lock first, and resolves once the disk has it. Writes requested in
   * one turn of the event loop are one transaction, and there is one sync for everything that was written while the
   * disk worked. A throw reverts only its own work.
   */
  writing<Result>(work: () => Result): Promise<Result>;
  /**
   * One transaction whose commit does not wait for the disk: it outlives this process, but not a power cut. For what
   * is written often and matters little for long, such as the growing text of a reply.
   */
  writingAhead<Result>(work: () => Result): Promise<Result>;
  /** Commits at once what still waits for its commit. */
  finish(): Promise<void>;
}

/** Waits in the queue in which Kysely waits too: a connection of Kysely's own making costs more than a statement. */
export function createExclusive({
  connection,
  queue,
  log,
  checkpoints,
}: {
  readonly connection: Connection;
  readonly queue: ConnectionQueue;
  readonly log: LogSync;
  readonly checkpoints: Checkpoints;
}): Exclusive {
  const beginReading = connection.prepare("begin");
  const beginWriting = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");
  const savepoint = connection.prepare("savepoint work");
  const release = connection.prepare("release work");
  const takeBack = connection.prepare("rollback to work");
  let waiting: PendingWork[] = [];
  let writing: Promise<void> | undefined;

  async function alone<Result>(work: () => Result): Promise<Result> {
    await queue.enter();
    try {
      return work();
    } finally {
      queue.leave();
    }
  }

  /** Runs `work` between begin and commit. A full disk may have rolled it back already. */
  function within<Result>(begin: Statement, work: () => Result): Result {
    begin.run();
    try {
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      if (connection.inTransaction) rollback.run();
      throw error;
    }
  }

  /** One work of several in a transaction. @throws only when the whole transaction is lost */
  function runOne({ work, reject }: PendingWork): (() => void) | undefined {
    savepoint.run();
    try {
      const written = work();
      release.run();
      return written;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      takeBack.run();
      release.run();
      reject(error);
      return undefined;
    }
  }

  /** One transaction whose commit leaves the disk to others. */
  function committingAhead<Result>(work: () => Result): Promise<Result> {
    return alone(() => {
      try {
        return within(beginWriting, work);
      } finally {
        checkpoints.note();
      }
    });
  }

  const unfinished = new Set<Promise<void>>();
  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => unfinished.delete(tracked));
    unfinished.add(tracked);
    return tracked;
  }

  /** Writes what was asked for in this turn of the event loop. Never rejects. */
  async function writeAll(): Promise<void> {
    await nextTurn();
    const batch = waiting;
    waiting = [];
    writing = undefined;
    try {
      const done = await committingAhead(() => batch.map(runOne));
      await log.sync();
      for (const resolve of done) resolve?.();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    alone,
    reading: (work) => alone(() => within(beginReading, work)),
    writing: (work) =>
      new Promise((resolve, reject) => {
        const run = () => {
          const result = work();
          return () => resolve(result);
        };
        waiting.push({ work: run, reject });
        writing ??= track(writeAll());
      }),
    writingAhead: committingAhead,
    async finish() {
      await Promise.all(unfinished);
    },
  };
}

/** Work that waits for its transaction. */
interface PendingWork {
  /** Returns what resolves it, once the disk has it. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}
