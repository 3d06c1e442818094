import type { SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import type { Connection } from "../../src/sqlite/open-connection.ts";
import { doEverything, growingTables } from "../suite/every-operation.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A list is read along the index of its order, no further than its end. The other index has only replies that run. */
const allowed = ["SCAN sessions USING INDEX sessions_by_activity", "SCAN replies USING INDEX open_replies"];

test("whatever is done with conversations finds its rows by an index, on SQLite", async () => {
  await using folder = await temporaryFolder();
  const watched = watchPlans(await openConnection({ file: folder.file, wait: setTimeout }));
  await using storage = await createSqliteStorage({
    file: folder.file,
    connection: watched,
    wait: setTimeout,
  });
  watched.plans.clear();
  await doEverything(storage);

  const steps = [...watched.plans.values()].flat();
  for (const table of growingTables)
    expect(steps.some((step) => step.startsWith(`SEARCH ${table} `))).toBe(true);
  const scans = [...watched.plans].filter(([, plan]) =>
    plan.some((step) => isScan(step) && !allowed.includes(step)),
  );
  expect(scans).toEqual([]);

  // The model's read costs the same, whatever was replaced between its turns.
  const [recent] = [...watched.plans].filter(([text]) => text.includes("replaced = 0"));
  expect(recent?.[1]).toEqual(["SEARCH replies USING INDEX turns_in_place (session_id=? AND turn<?)"]);
  expect(steps.filter((step) => /^SEARCH (?:messages|questions) .*turn[<>]/.test(step))).toEqual([]);
});

/** A connection that keeps the plan of every statement it runs. */
function watchPlans(connection: Connection) {
  const plans = new Map<string, readonly string[]>();
  const note = (text: string, values: Values): void => {
    if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
      plans.set(text, planOf(connection, text, values));
  };
  return {
    ...connection,
    get inTransaction() {
      return connection.inTransaction;
    },
    plans,
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
  } satisfies Connection & { readonly plans: Map<string, readonly string[]> };
}

type Values = readonly SQLInputValue[];

function planOf(connection: Connection, text: string, values: Values): readonly string[] {
  const steps = connection.prepare<{ detail: string }>(`explain query plan ${text}`).all(...values);
  return steps.map(({ detail }) => detail);
}

function isScan(step: string): boolean {
  return growingTables.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step));
}
