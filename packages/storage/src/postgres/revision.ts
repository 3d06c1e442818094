import { sql, type Kysely } from "kysely";
import type { Change } from "../change.ts";
import { StorageUnavailable } from "../errors.ts";
import type { Tables } from "../schema/tables.ts";
import type { Connections } from "./connections.ts";
import { inTime } from "./query-timeouts.ts";

/** How many milliseconds the cached revision is used before it is read again. */
const freshMs = 1000;

/** How many milliseconds the cached revision is used while it cannot be read. */
const trustedMs = 5000;

/** The longest wait for a read in that time: callers have more to do, and two seconds for all of it. */
const waitMs = 150;

/** Tells whether agents or keys may have changed. */
interface Revision {
  /** @throws StorageUnavailable when it could not be read for five seconds */
  read(): Promise<number>;
  /** Takes up the revision that a change of our own has just set. */
  advance(value: number): void;
  /** Has it read again at once: a change of ours failed, and it is unknown how far it got. */
  doubt(): void;
}

interface Dependencies {
  readonly readValue: () => Promise<number>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/**
 * Reads the revision at most once a second, for all callers. Other nodes' changes are noticed that late, our own at once.
 */
export function createRevision({ readValue, now }: Dependencies): Revision {
  let known = { value: 0, at: -Infinity };
  let freshUntil = -Infinity;
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  let reading: Promise<void> | undefined;

  const isTrusted = () => now() < known.at + trustedMs;

  async function readAgain(): Promise<void> {
    const at = now();
    try {
      const value = await readValue();
      // A change of our own that ended meanwhile knows better.
      if (at >= known.at) {
        known = { value, at };
        freshUntil = at + freshMs;
      }
      failure = undefined;
    } catch (error) {
      failure = { error, until: now() + freshMs };
    } finally {
      reading = undefined;
    }
  }

  return {
    async read() {
      // One that failed is not tried again at once, so that no other request waits for it.
      if (now() >= freshUntil && !(failure && now() < failure.until)) {
        reading ??= readAgain();
        await (isTrusted() ? inTime(reading, waitMs).catch(() => undefined) : reading);
      }
      if (isTrusted()) return known.value;
      throw failure
        ? failure.error
        : new StorageUnavailable(new Error("The revision could not be read in time."));
    },
    advance(value) {
      const at = now();
      known = { value, at };
      freshUntil = at + freshMs;
      failure = undefined;
    },
    doubt() {
      freshUntil = -Infinity;
    },
  };
}

const selectRevision = { name: "read-revision", text: "select value from revision" };

/** Reads the revision from its row. */
export async function readRevision(connections: Connections): Promise<number> {
  const { rows } = await connections.query<{ value: number }>(selectRevision);
  if (!rows[0]) throw new Error("The table revision has no row.");
  return rows[0].value;
}

/** Increments the revision in the transaction of the change itself. Its row's lock puts the changes of all nodes in order. */
export function createChange({
  database,
  revision,
}: {
  readonly database: Kysely<Tables>;
  readonly revision: Revision;
}): Change {
  return async (work) => {
    let value: number | undefined;
    try {
      const result = await database.transaction().execute((transaction) =>
        work(transaction, async () => {
          const { rows } = await sql<{ value: number }>`
            update revision set value = value + 1 returning value`.execute(transaction);
          value = rows[0]?.value;
        }),
      );
      if (value !== undefined) revision.advance(value);
      return result;
    } catch (error) {
      revision.doubt();
      throw error;
    }
  };
}
