/** How long one statement may take, in milliseconds. */
export interface QueryTimeouts {
  /** PostgreSQL itself ends a statement then: it is busy, or waits for a lock. */
  readonly statementMs: number;
  /** The connection is given up then: PostgreSQL does not answer at all. */
  readonly answerMs: number;
}

/** Time for a new connection, and for waiting in a line that does not move. */
export const connectMs = 1000;

/** Of everything that a visitor waits for. Counted from the request for a connection on, it stays below two seconds. */
export const short: QueryTimeouts = { statementMs: 1500, answerMs: 1800 };

/** Of everything that an operator reads: a search through very many chats may take seconds. */
export const reading: QueryTimeouts = { statementMs: 10_000, answerMs: 12_000 };

/** Of writes that may be large, such as deleting an agent with all of its sessions. */
export const long: QueryTimeouts = { statementMs: 60_000, answerMs: 62_000 };

/** Of bringing the database up to date, or waiting until another node has done so. */
export const veryLong: QueryTimeouts = { statementMs: 600_000, answerMs: 602_000 };

/** The time was up. */
export class TooLate extends Error {
  constructor(milliseconds: number) {
    super(`The database did not answer within ${Math.round(milliseconds)} ms.`);
    this.name = "TooLate";
  }
}

/** Waits for `work`, but not longer. @throws TooLate */
export function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    // After a pause of this very process, answers may lie in the socket: they are read before the time counts as up.
    const giveUp = () => setImmediate(() => reject(new TooLate(milliseconds)));
    const timer = setTimeout(giveUp, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
