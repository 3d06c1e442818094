import { once } from "node:events";
import { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseError, Pool, type PoolClient } from "pg";
import { StorageUnavailable } from "../errors.ts";
import { createConnectionSemaphore } from "./connection-semaphore.ts";
import { parserOf, withSettings } from "./connection-settings.ts";
import {
  pooledConnection,
  type Connection,
  type PooledConnection,
  type Statement,
} from "./pooled-connection.ts";
import { connectMs, inTime, short, type QueryTimeouts } from "./query-timeouts.ts";
import { namedFailure } from "./storage-failure.ts";

/** The connections of this process. Every method throws `StorageUnavailable` when the database fails it. */
export interface Connections {
  /** Lends a connection; each statement on it may take as long as `timeouts` say, the first one only the usual time. */
  lend(timeouts: QueryTimeouts): Promise<PooledConnection>;
  /** Runs one statement on any connection. */
  query: Connection["query"];
  /**
   * Runs `work` between begin and commit; a throw takes back what it wrote, unless it is `inDoubt`. `begin` is what it
   * begins with.
   */
  transaction<Result>(work: (connection: Connection) => Promise<Result>, begin?: Statement): Promise<Result>;
  /** @throws StorageUnavailable after `close` */
  assertOpen(): void;
  /** Lets what was begun end, then closes. Closing again does nothing. */
  close(): Promise<void>;
}

/** Connections of one process: a few are enough, since each is busy for milliseconds only. */
export const maxConnections = 10;

/** Connections of one process for what operators read. */
export const maxReadingConnections = 3;

/** Idle connections are closed after this many milliseconds. */
const idleMs = 30_000;

/**
 * Opens nothing yet: connections are made when they are needed.
 *
 * @param timeouts the usual time of a statement
 * @param standstillMs how long the queue for a connection may stand still before those in it are refused
 */
export function createConnections({
  url,
  schema,
  max = maxConnections,
  timeouts: usual = short,
  standstillMs = connectMs,
}: {
  readonly url: string;
  readonly schema: string | undefined;
  readonly max?: number;
  readonly timeouts?: QueryTimeouts;
  readonly standstillMs?: number;
}): Connections {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: withSettings(url, schema, usual.statementMs),
    max,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    application_name: "servicechat",
    types: { getTypeParser: parserOf },
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
  });
  // A connection that breaks while it is idle is removed from the pool; no caller has to know.
  const ignore = () => {};
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  let answered = -Infinity;
  const onAnswer = () => {
    answered = performance.now();
  };
  const silence = () => performance.now() - answered;
  // The pool has no queue: that could not distinguish a busy database from one that is gone.
  const semaphore = createConnectionSemaphore({ max, standstillMs, silence });
  const lent = new Set<Promise<void>>();
  let closing: Promise<void> | undefined;
  let isClosed = false;

  function assertOpen(): void {
    if (isClosed) throw new StorageUnavailable(new Error("The storage was closed."));
  }

  async function connect(milliseconds: number): Promise<PoolClient> {
    const client = pool.connect();
    try {
      return await inTime(client, Math.min(connectMs, milliseconds));
    } catch (error) {
      client.then((late) => late.release(), ignore); // its caller has given up
      throw error;
    }
  }

  async function lend(timeouts: QueryTimeouts): Promise<PooledConnection> {
    assertOpen();
    const { promise: returned, resolve: markReturned } = Promise.withResolvers<void>();
    lent.add(returned);
    const asked = performance.now();
    try {
      await semaphore.take();
    } catch (error) {
      lent.delete(returned);
      markReturned();
      throw namedFailure(error);
    }
    const giveBack = () => {
      semaphore.giveBack();
      lent.delete(returned);
      markReturned();
    };
    try {
      const silentSince = Math.max(asked, answered);
      const answerBy = silentSince + usual.answerMs;
      const client = await connect(answerBy - performance.now());
      return pooledConnection({ client, answerBy, timeouts, giveBack, onAnswer });
    } catch (error) {
      giveBack();
      // A database's refusal to connect is about its own state: being restored, not for this user.
      throw error instanceof DatabaseError ? new StorageUnavailable(error) : namedFailure(error);
    }
  }

  async function using<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await lend(usual);
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  }

  async function closeAll(): Promise<void> {
    await nextTurn(); // what was called just before asks for its connection in this turn
    isClosed = true;
    while (lent.size > 0) await Promise.all(lent);
    const goodbyes = [...sockets].map((socket) => once(socket, "close"));
    await pool.end();
    // A database that does not answer does not say goodbye either.
    await inTime(Promise.all(goodbyes), connectMs).catch(ignore);
    for (const socket of sockets) socket.destroy();
  }

  return {
    lend,
    query: (statement, values) => using((connection) => connection.query(statement, values)),
    transaction: (work, begin = { text: "begin" }) =>
      using(async (connection) => {
        await connection.query(begin);
        try {
          const result = await work(connection);
          await commit(connection);
          return result;
        } catch (error) {
          // One that cannot even be rolled back is closed when it is given back.
          await connection.query({ text: "rollback" }).catch(ignore);
          throw error;
        }
      }),
    assertOpen,
    close: () => (closing ??= closeAll()),
  };
}

async function commit(connection: Connection): Promise<void> {
  try {
    await connection.query({ text: "commit" });
  } catch (error) {
    throw new StorageUnavailable(error, { inDoubt: true });
  }
}
