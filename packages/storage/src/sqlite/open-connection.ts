import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { StorageUnavailable } from "../errors.ts";
import { isDamageOfPages } from "./damage.ts";
import { isBusy, namingFailure } from "./storage-failure.ts";

/** One statement, prepared once. `Row` is what its text selects. */
export interface Statement<Row = never> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  all(...values: readonly SQLInputValue[]): readonly Row[];
  /** Returns the number of rows that it changed. */
  run(...values: readonly SQLInputValue[]): number;
  /** Whether it gives rows. */
  readonly reader: boolean;
}

/** The one connection of this process. Every method throws `StorageUnavailable` when the file fails it. */
export interface Connection {
  prepare<Row = never>(text: string): Statement<Row>;
  execute(text: string): void;
  readonly inTransaction: boolean;
  /** Whether a statement has met damaged pages. */
  readonly isDamaged: boolean;
  /** Closing it again does nothing. */
  close(): void;
}

/** How long a write waits for another process, in milliseconds. */
export const patience = 5000;

/** Milliseconds between two attempts to begin. */
const pause = 20;

/** Pragmas of a connection: a commit survives a power cut, deleted data is overwritten, writers wait. */
const settings = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma secure_delete = on;
  pragma temp_store = memory;
  pragma busy_timeout = ${patience};
`;

interface Dependencies {
  readonly file: string;
  /** Resolves after this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Opens a database file, and creates it, readable by its owner only, when it is not there. @throws StorageUnavailable */
export async function openConnection({ file, wait }: Dependencies): Promise<Connection> {
  createFile(file);
  const connection = connectionOf(namingFailure(() => new DatabaseSync(file)));
  // A new file turns to write-ahead logging once, and SQLite does not wait for another process that is just doing it.
  for (let waited = 0; ; waited += pause) {
    try {
      connection.execute(settings);
      return connection;
    } catch (error) {
      if (!isBusy(error) || waited >= patience) {
        connection.close();
        throw error;
      }
      await wait(pause);
    }
  }
}

function createFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    // Never opens a file that exists: closing it again would drop the locks other connections of this process hold.
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
    throw new StorageUnavailable(error);
  }
}

/** Puts SQLite's failures into our words. */
function connectionOf(database: DatabaseSync): Connection {
  let isDamaged = false;
  const watched = <Result>(step: () => Result): Result => {
    try {
      return namingFailure(step);
    } catch (error) {
      if (error instanceof Error && isDamageOfPages(error.cause)) isDamaged = true;
      throw error;
    }
  };
  return {
    prepare<Row>(text: string): Statement<Row> {
      const statement = watched(() => database.prepare(text));
      let isReader: boolean | undefined;
      // Nobody can check a row against its statement's text but the reader of both: they stand side by side.
      return {
        get: (...values) => watched(() => statement.get(...values)) as Row | undefined,
        all: (...values) => watched(() => statement.all(...values)) as Row[],
        run: (...values) => Number(watched(() => statement.run(...values)).changes),
        get reader() {
          return (isReader ??= statement.columns().length > 0);
        },
      };
    },
    execute: (text) => watched(() => database.exec(text)),
    get isDamaged() {
      return isDamaged;
    },
    get inTransaction() {
      return database.isOpen && database.isTransaction;
    },
    close() {
      if (database.isOpen) database.close();
    },
  };
}
