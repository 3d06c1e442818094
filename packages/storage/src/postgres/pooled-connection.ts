import { performance } from "node:perf_hooks";
import type { PoolClient, QueryResult, QueryResultRow } from "pg";
import { StorageUnavailable } from "../errors.ts";
import { inTime, TooLate, type QueryTimeouts } from "./query-timeouts.ts";
import { namedFailure } from "./storage-failure.ts";

/** One statement. One with a name is prepared once per connection; a name always has the same text. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** A connection that is ours for a while. @throws StorageUnavailable when the database fails it */
export interface Connection {
  query<Row extends QueryResultRow>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<QueryResult<Row>>;
}

/** A connection that goes back to the others. */
export interface PooledConnection extends Connection {
  /** Gives it back. One that does not answer, or is inside a transaction, is closed. */
  release(destroy?: boolean): void;
}

interface Dependencies {
  readonly client: PoolClient;
  /** When the first statement must have been answered, by the clock of `performance.now()`. */
  readonly answerBy: number;
  readonly timeouts: QueryTimeouts;
  readonly giveBack: () => void;
  /** Called whenever the database answers. */
  readonly onAnswer: () => void;
}

/** Watches over the time that a connection takes to answer. */
export function pooledConnection({
  client,
  answerBy,
  timeouts,
  giveBack,
  onAnswer,
}: Dependencies): PooledConnection {
  let timeLeft = () => answerBy - performance.now();
  let isSilent = false;

  return {
    async query<Row extends QueryResultRow>({ name, text }: Statement, values: readonly unknown[] = []) {
      if (isSilent) throw new StorageUnavailable(new Error("This connection no longer responds."));
      const milliseconds = timeLeft();
      timeLeft = () => timeouts.answerMs;
      try {
        const query = { text, values: [...values], ...(name !== undefined && { name }) };
        const result = await inTime(client.query<Row>(query), milliseconds);
        onAnswer();
        return result;
      } catch (error) {
        isSilent ||= error instanceof TooLate;
        throw namedFailure(error);
      }
    },

    release(destroy = false) {
      // A transaction that was neither committed nor rolled back must not continue under the next user.
      client.release(destroy || isSilent || client.getTransactionStatus() !== "I");
      giveBack();
    },
  };
}
