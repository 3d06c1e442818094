import type { SQLInputValue } from "node:sqlite";
import type { Connection } from "../../src/sqlite/open-connection.ts";

type Values = readonly SQLInputValue[];

interface WatchedConnection extends Connection {
  readonly plans: Map<string, readonly string[]>;
  readonly statements: string[];
}

/** A connection that keeps the plan of every statement it runs, and the texts of all in their order. */
export function watchPlans(connection: Connection): WatchedConnection {
  const plans = new Map<string, readonly string[]>();
  const statements: string[] = [];
  const note = (text: string, values: Values): void => {
    statements.push(text);
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
      plans.set(text, planOf(connection, text, values));
  };
  return {
    ...connection,
    get inTransaction() {
      return connection.inTransaction;
    },
    plans,
    statements,
    prepare<Row>(text: string) {
      const statement = connection.prepare<Row>(text);
      return {
        get: (...values: Values) => (note(text, values), statement.get(...values)),
        all: (...values: Values) => (note(text, values), statement.all(...values)),
        run: (...values: Values) => (note(text, values), statement.run(...values)),
        get reader() {
          return statement.reader;
        },
      };
    },
  };
}

function planOf(connection: Connection, text: string, values: Values): readonly string[] {
  const steps = connection.prepare<{ detail: string }>(`explain query plan ${text}`).all(...values);
  // A value that no table has.
  return steps.map(({ detail }) => detail).filter((detail) => detail !== "SCAN CONSTANT ROW");
}
