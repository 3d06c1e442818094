import type { SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
} from "kysely";
import { expect, test } from "vitest";
import type { ChatFilter } from "../../src/chat-list/chat-list.ts";
import { createFeedbackList } from "../../src/chat-list/list-feedback.ts";
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

/** Writes statements, and runs none. */
const dialect: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

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
  const filters: readonly ChatFilter[] = [
    { holder: "waiting" },
    { holder: "person", snoozed: false },
    { operatorId: "op-1" },
    { snoozed: true },
  ];
  const plans = await plansOf(filters);
  for (const [index, filter] of filters.entries())
    expect(plans[index]).toEqual(filter.snoozed === true ? [] : ["SCAN chats USING INDEX chats_in_hand"]);
});

test("the newest chats with a thumbs down or an unanswered question are read along their own index, up to a limit", async () => {
  const from = 1_000;
  const plans = await plansOf([
    { rating: "down", from },
    { marks: ["unanswered"], from },
    { rating: "down" },
    { marks: ["unanswered"] },
  ]);
  expect(plans).toEqual([
    ["SEARCH chats USING INDEX chats_rated_down (last_at>?)"],
    ["SEARCH chats USING INDEX chats_unanswered (last_at>?)"],
    ["SCAN chats USING INDEX chats_rated_down"],
    ["SCAN chats USING INDEX chats_unanswered"],
  ]);
});

test("rated replies are read along the times of their ratings, up to a limit", async () => {
  await using folder = await temporaryFolder();
  const connection = await openConnection({ file: folder.file, wait: setTimeout });
  await using _storage = await createSqliteStorage({ file: folder.file, connection, wait: setTimeout });
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const reader = new Kysely<Tables>({ dialect, log: ({ query }) => void asked.push(query) });
  const listFeedback = createFeedbackList({ reader });
  await listFeedback({ scope: everything, limit: 5 });
  await listFeedback({ scope: everything, rating: "down", limit: 5 });
  const steps = asked.flatMap(({ sql, parameters }) =>
    connection
      .prepare<{ detail: string }>(`explain query plan ${sql}`)
      .all(...(parameters as SQLInputValue[]))
      .map(({ detail }) => detail)
      .filter((detail) => /^(?:SCAN|SEARCH) replies/.test(detail)),
  );
  const along = "SEARCH replies USING INDEX rated_replies (rated_at>?)";
  expect(steps).toEqual([along, along]);
});

/** How SQLite finds the chats of a page for each filter, apart from what it reads of those that it has found. */
async function plansOf(filters: readonly ChatFilter[]): Promise<readonly (readonly string[])[]> {
  await using folder = await temporaryFolder();
  const connection = await openConnection({ file: folder.file, wait: setTimeout });
  await using _storage = await createSqliteStorage({ file: folder.file, connection, wait: setTimeout });
  // The service reads lists in a thread, whose plans cannot be watched.
  const database = new Kysely<Tables>({ dialect });
  return filters.map((filter) => {
    const page = { order: undefined, after: undefined, limit: 9 };
    const reading = { now: 1_000, reader: "op-1" };
    const asked = selectChats(
      database,
      { scope: everything, ...filter },
      { page, matchTerm, reading },
    ).compile();
    return connection
      .prepare<{ detail: string }>(`explain query plan ${asked.sql}`)
      .all(...(asked.parameters as SQLInputValue[]))
      .map(({ detail }) => detail)
      .filter((detail) => /^(?:SCAN|SEARCH) chats USING INDEX chats_/.test(detail));
  });
}

function isScan(step: string): boolean {
  return growingTables.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step));
}
