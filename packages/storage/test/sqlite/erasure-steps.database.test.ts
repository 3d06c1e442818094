import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { describe } from "vitest";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { openConnection, type Connection } from "../../src/sqlite/open-connection.ts";
import { erasurePromises, type WatchedDatabase } from "../suite/erasures.ts";
import { temporaryFolder } from "./temporary-folder.ts";

describe("SQLite", () => erasurePromises(openWatched));

async function openWatched(): Promise<WatchedDatabase> {
  const stack = new AsyncDisposableStack();
  const { file } = stack.use(await temporaryFolder());
  const { connection, mostChanged } = watchChanges(await openConnection({ file, wait: setTimeout }));
  const storage = stack.use(await createSqliteStorage({ file, connection, wait: setTimeout }));
  const other = new DatabaseSync(file);
  other.exec("pragma busy_timeout = 5000");
  stack.defer(() => other.close());
  return {
    storage,
    run: async (text) => other.prepare(text).all(),
    async breakOff() {
      other.exec(`create trigger broken before delete on messages begin select raise(abort, 'broken'); end`);
      return async () => other.exec("drop trigger broken");
    },
    mostDeleted: mostChanged,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A connection that counts the rows that each transaction changes, with those that cascades and triggers change. */
function watchChanges(connection: Connection) {
  const count = connection.prepare<{ count: number }>("select total_changes() as count");
  const changes = () => count.get()?.count ?? 0;
  let most = 0;
  let before = 0;
  const watched: Connection = {
    ...connection,
    get inTransaction() {
      return connection.inTransaction;
    },
    prepare<Row>(text: string) {
      const statement = connection.prepare<Row>(text);
      if (text !== "begin immediate" && text !== "commit") return statement;
      return {
        ...statement,
        reader: false,
        run() {
          if (text === "begin immediate") before = changes();
          else most = Math.max(most, changes() - before);
          return statement.run();
        },
      };
    },
  };
  const mostChanged = async (work: () => Promise<unknown>) => {
    most = 0;
    await work();
    return most;
  };
  return { connection: watched, mostChanged };
}
