import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Connection, Statement } from "./open-connection.ts";

/** How prepared statements get the one connection that Kysely's transactions use too. */
export interface Exclusive {
  /** Runs when no transaction is open: a statement of our own must never slip into somebody else's. */
  alone<Result>(work: () => Result): Promise<Result>;
  /** The same, with all reads of `work` seeing one state of the database. */
  reading<Result>(work: () => Result): Promise<Result>;
  /**
   * The same, in a transaction that takes the write lock first. What is asked for in one turn of the event loop is
   * committed together, since a commit waits for the disk whatever it holds. A throw takes back its own work alone.
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

/** Kysely hands the connection to one user at a time, in order; this stands in the same line. */
export function createExclusive({
  database,
  connection,
}: {
  readonly database: Kysely<Tables>;
  readonly connection: Connection;
}): Exclusive {
  const beginReading = connection.prepare("begin");
  const beginWriting = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");
  const savepoint = connection.prepare("savepoint work");
  const release = connection.prepare("release work");
  const takeBack = connection.prepare("rollback to work");
  let waiting: PendingWork[] = [];

  const alone = <Result>(work: () => Result): Promise<Result> =>
    database.connection().execute(async () => work());

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
      const settle = work();
      release.run();
      return settle;
    } catch (error) {
      if (!connection.inTransaction) throw error;
      takeBack.run();
      release.run();
      reject(error);
      return undefined;
    }
  }

  async function commitTogether(): Promise<void> {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      const done = await alone(() => within(beginWriting, () => batch.map(runOne)));
      for (const settle of done) settle?.();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    alone,
    reading: (work) => alone(() => within(beginReading, work)),
    writing: (work) =>
      new Promise((resolve, reject) => {
        const settling = () => {
          const result = work();
          return () => resolve(result);
        };
        waiting.push({ work: settling, reject });
        if (waiting.length === 1) setImmediate(() => void commitTogether());
      }),
    writingAhead: (work) =>
      alone(() => {
        connection.execute("pragma synchronous = normal");
        try {
          return within(beginWriting, work);
        } finally {
          connection.execute("pragma synchronous = full");
        }
      }),
    finish: commitTogether,
  };
}

/** Work that waits for the next commit. It gives what to do once that commit has succeeded. */
interface PendingWork {
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}
