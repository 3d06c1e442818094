import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import type { Connection } from "./open-connection.ts";

/** How prepared statements get the one connection that Kysely's transactions use too. */
export interface Exclusive {
  /** Runs when no transaction is open: a statement of our own must never slip into somebody else's. */
  alone<Result>(work: () => Result): Promise<Result>;
  /** The same, with all reads of `work` seeing one state of the database. */
  reading<Result>(work: () => Result): Promise<Result>;
  /** The same, as one transaction that takes the write lock first. A throw takes everything back. */
  writing<Result>(work: () => Result): Promise<Result>;
}

/** Kysely hands the connection to one user at a time, in order; this stands in the same line. */
export function createExclusive({
  database,
  connection,
}: {
  readonly database: Kysely<Tables>;
  readonly connection: Connection;
}): Exclusive {
  const begin = { reading: connection.prepare("begin"), writing: connection.prepare("begin immediate") };
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");

  const alone = <Result>(work: () => Result): Promise<Result> =>
    database.connection().execute(async () => work());

  const within = <Result>(kind: keyof typeof begin, work: () => Result): Promise<Result> =>
    alone(() => {
      begin[kind].run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        // A full disk may have rolled it back already.
        if (connection.inTransaction) rollback.run();
        throw error;
      }
    });

  return {
    alone,
    reading: (work) => within("reading", work),
    writing: (work) => within("writing", work),
  };
}
