import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { lookForWork, now, settledChats, tablesOfKnowledge, tablesOfWork } from "../suite/periodic-work.ts";
import { endOf, putAgent, sampleFacts, startChat } from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { watchPlans } from "./watch-plans.ts";

/** Indexes that have only rows with which there is something to do. */
const partial = ["SCAN sessions USING INDEX chats_of_people", "SCAN replies USING INDEX open_replies"];

async function openWatched() {
  const folder = await temporaryFolder();
  const wait = setTimeout;
  const connection = await openConnection({ file: folder.file, wait });
  const watched = watchPlans(connection);
  const storage = await createSqliteStorage({ file: folder.file, connection: watched, wait });
  await putAgent(storage);
  return {
    storage,
    watched,
    connection,
    async [Symbol.asyncDispose]() {
      await storage.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("whatever looks for work every few seconds finds it by an index of what is left to do, on SQLite", async () => {
  await using opened = await openWatched();
  for (const text of settledChats(100)) opened.connection.prepare(text).run();
  opened.watched.plans.clear();
  await lookForWork(opened.storage);

  const steps = [...opened.watched.plans.values()].flat();
  for (const table of tablesOfWork)
    expect(steps.some((step) => step.startsWith(`SEARCH ${table} USING`))).toBe(true);
  const scans = steps.filter((step) => tablesOfWork.some((table) => step.startsWith(`SCAN ${table} `)));
  expect(scans.filter((step) => !partial.includes(step))).toEqual([]);
  const ofKnowledge = new RegExp(`\\b(?:${tablesOfKnowledge.join("|")})\\b`);
  expect(steps.filter((step) => ofKnowledge.test(step))).toEqual([]);
});

test("whether notifications have anything to do, and which chats wait, is one statement each", async () => {
  await using opened = await openWatched();
  const { storage, watched } = opened;
  watched.statements.length = 0;
  const since = { missedSince: now - 1, addressSince: now - 1 };
  await storage.dueWork.find({ now, awayMs: 1, maxMessageAgeMs: 1, ...since });
  await storage.alerts.waiting({ now, ...since });
  expect(watched.statements).toHaveLength(2);
});

test("whether any chat has to be listed again, or any question placed or asked again, is one statement each", async () => {
  await using opened = await openWatched();
  const { storage, watched } = opened;
  watched.statements.length = 0;
  await storage.chatIndex.catchUp();
  expect(watched.statements).toHaveLength(1);
  await storage.gaps.dueAgents();
  expect(watched.statements).toHaveLength(2);
  await storage.gaps.unplaced({ limit: 50 });
  expect(watched.statements).toHaveLength(4);
});

test("turns that were answered well cost the list of gaps one statement for all that are digested at once", async () => {
  await using opened = await openWatched();
  const { storage, watched } = opened;
  for (let turn = 0; turn < 20; turn++) {
    const { replyId } = await startChat(storage);
    await storage.conversations.endReply(endOf(replyId, { facts: sampleFacts({ agentId: "guide" }) }));
  }
  watched.statements.length = 0;
  while (await storage.chatIndex.catchUp());
  const texts = watched.statements;
  const digests = texts.filter((text) => text.startsWith('delete from "chat_changes"')).length;
  expect(digests).toBeLessThan(20);
  expect(texts.filter((text) => text.includes("gap_questions"))).toHaveLength(digests);
});
