import { setTimeout as wait } from "node:timers/promises";
import type { Storage } from "@servicechat/storage";
import { createSqliteStorage } from "../../../packages/storage/src/sqlite/open-sqlite.ts";
import {
  openConnection,
  type Connection,
  type Statement,
} from "../../../packages/storage/src/sqlite/open-connection.ts";

/**
 * Opens SQLite's storage as the service has it, except that statements are prepared once for all walks, and that nobody
 * waits for other processes, of which there are none, or for the disk. That halves the time.
 */
export async function openFastStorage(file: string): Promise<Storage> {
  const real = await openConnection({ file, wait });
  real.execute("pragma synchronous = off");
  const prepared = new Map<string, Statement<unknown>>();
  const connection: Connection = {
    prepare<Row>(text: string): Statement<Row> {
      let statement = prepared.get(text);
      if (!statement) {
        const made = real.prepare<unknown>(text);
        const { reader } = made;
        statement = {
          get: (...values) => made.get(...values),
          all: (...values) => made.all(...values),
          run: (...values) => made.run(...values),
          reader,
        };
        // Statements that change the schema run once.
        if (/^(select|insert|update|delete|with)/i.test(text)) prepared.set(text, statement);
      }
      return statement as Statement<Row>;
    },
    execute: (text) => (/^pragma (?:busy_timeout|synchronous)/.test(text) ? undefined : real.execute(text)),
    isDamaged: false,
    get inTransaction() {
      return real.inTransaction;
    },
    close: () => real.close(),
  };
  return createSqliteStorage({ file, connection, wait });
}
