import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { putAgent } from "../suite/samples.ts";
import { chatOf, found } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Each search reads as many parts as an index of words has. */
function countSegments(file: string, index: "chat_index" | "passage_index"): number {
  using database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare(`select count(distinct segid) as count from ${index}_idx`).get();
  return Number(row?.["count"]);
}

test("the words of many chats, listed one by one, are merged into few parts while nobody waits", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  for (let chat = 0; chat < 60; chat++) {
    await chatOf(storage, `chat${chat}`, { answer: `Lamp number${chat} is in stock.` });
    await found(storage);
  }
  while (await storage.chatIndex.catchUp());
  // At most seven each of two sizes.
  expect(countSegments(folder.file, "chat_index")).toBeLessThan(15);
  expect(await found(storage, { text: "number59" })).toEqual(["chat59"]);
  expect(await found(storage, { text: "stock" })).toHaveLength(60);
});

test("the words of many documents are merged into few parts while and after they are read", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage, "guide");
  for (let number = 0; number < 60; number++) {
    const at = { id: `d${number}`, agentId: "guide", source: "files", location: `${number}.md` };
    const document = { ...at, title: "Shop", url: null, fingerprint: "1", readAt: 1 };
    const passage = { headings: ["Shop"], anchor: null, text: `Lamp number${number} is in stock.` };
    await storage.knowledge.replaceDocument(document, [passage]);
  }
  await storage.knowledge.optimize("guide");
  expect(countSegments(folder.file, "passage_index")).toBeLessThan(15);
  const found = await storage.knowledge.search({ agentId: "guide", words: ["number59"], limit: 5 });
  expect(found).toHaveLength(1);
});
