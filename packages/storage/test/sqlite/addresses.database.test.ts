import { expect, test } from "vitest";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { putAgent, startChat } from "../suite/samples.ts";
import { everything } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("a chat that an older release has listed is listed again with its address", async () => {
  await using folder = await temporaryFolder();
  const wait = async () => {};
  const connection = await openConnection({ ...folder, wait });
  await using storage = await createSqliteStorage({ ...folder, connection, wait });
  const { chatIndex, handoffs } = storage;
  await putAgent(storage);
  const { sessionId } = await startChat(storage);
  const email = "ada@home.example";
  await handoffs.keepRequest({ sessionId, by: "visitor", reason: null, summary: null, email, since: 1e13 });
  const waiting = async () => {
    const { items } = await chatIndex.list({ scope: everything, address: "unanswered", limit: 9 });
    return items.map(({ id, addressSince }) => [id, addressSince]);
  };
  expect(await waiting()).toEqual([[sessionId, 1e13]]);
  // As that release wrote it.
  connection.execute("update chats set address_since = null");
  expect(await waiting()).toEqual([]);
  while (await chatIndex.catchUp());
  expect(await waiting()).toEqual([[sessionId, 1e13]]);
});
