import type { SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { expect, test } from "vitest";
import type { ChatFilter } from "../../src/chat-list/chat-list.ts";
import { selectChats } from "../../src/chat-list/filter-chats.ts";
import type { Tables } from "../../src/schema/tables.ts";
import { matchTerm } from "../../src/sqlite/chat-list.ts";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { doEverything, growingTables } from "../suite/every-operation.ts";
import { putAgent, startChat } from "../suite/samples.ts";
import { everything } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { watchPlans } from "./watch-plans.ts";

/** A list is read along the index of its order, no further than its end. The others have only what runs, or is being erased. */
const allowed = [
  "SCAN sessions USING INDEX sessions_by_activity",
  "SCAN replies USING INDEX open_replies",
  "SCAN sessions USING COVERING INDEX erased_sessions",
];

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

test("an expiry looks for what is past its time by an index, and reads nothing else", async () => {
  await using folder = await temporaryFolder();
  const watched = watchPlans(await openConnection({ file: folder.file, wait: setTimeout }));
  await using storage = await createSqliteStorage({
    file: folder.file,
    connection: watched,
    wait: setTimeout,
  });
  await putAgent(storage);
  await startChat(storage);
  watched.plans.clear();
  expect(await storage.conversations.expire({ now: 9_000, idleSince: 9_000, createdSince: 0 })).toBe(1);

  expect(watched.plans.size).toBeGreaterThan(30);
  const scans = new Set([...watched.plans.values()].flat().filter((step) => step.startsWith("SCAN")));
  expect([...scans].toSorted()).toEqual([
    // As many rows as there are agents, and sites of keys.
    "SCAN agents",
    "SCAN agents USING COVERING INDEX deleted_agents",
    "SCAN key_sites",
    // Only those that are being erased.
    "SCAN sessions USING COVERING INDEX erased_sessions",
  ]);
});

test("lists of chats that wait for a person or have one read no chats of agents", async () => {
  await using folder = await temporaryFolder();
  const connection = await openConnection({ file: folder.file, wait: setTimeout });
  await using _storage = await createSqliteStorage({ file: folder.file, connection, wait: setTimeout });
  // The service reads lists in a thread, whose plans cannot be watched.
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const filters: readonly ChatFilter[] = [
    { holder: "waiting" },
    { holder: "person", snoozed: false },
    { operatorId: "op-1" },
    { snoozed: true },
  ];
  for (const filter of filters) {
    const page = { order: undefined, after: undefined, limit: 9 };
    const reading = { now: 1_000, reader: "op-1" };
    const asked = selectChats(
      database,
      { scope: everything, ...filter },
      { page, matchTerm, reading },
    ).compile();
    const steps = connection
      .prepare<{ detail: string }>(`explain query plan ${asked.sql}`)
      .all(...(asked.parameters as SQLInputValue[]));
    const scans = steps.map(({ detail }) => detail).filter((detail) => detail.startsWith("SCAN chats"));
    expect(scans).toEqual(filter.snoozed === true ? [] : ["SCAN chats USING INDEX chats_in_hand"]);
  }
});

function isScan(step: string): boolean {
  return growingTables.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step));
}
