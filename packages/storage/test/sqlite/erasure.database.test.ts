import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { StorageUnavailable, ResidueRemains, type ReplyDetails, type Storage } from "../../src/index.ts";
import { sampleFile } from "../suite/files.ts";
import { takeOf } from "../suite/handoff-samples.ts";
import {
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleFacts,
  sampleMessage,
  startChat,
} from "../suite/samples.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

const canary = "quetzalcoatl";

async function filesWith(folder: TemporaryFolder, word = canary): Promise<readonly string[]> {
  const files = Object.entries(await folder.rawFiles());
  expect(files.length).toBeGreaterThan(0);
  return files.flatMap(([name, bytes]) => (bytes.includes(word) ? [name] : []));
}

test("after an erasure the text is in none of the raw files, wherever it had been", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { conversations } = storage;
  const { sessionId: neighbour } = await startChat(storage, { messages: [sampleMessage("stays")] });
  const turn = firstTurn({
    messages: [sampleMessage(canary), sampleMessage(`${canary} `.repeat(2000))],
    idempotency: { agentId: "guide", key: `key ${canary}`, bodyHash: canary, expiresAt: 9000 },
  });
  await conversations.acceptTurn(turn);
  const sessionId = turn.session.id;
  const { replyId } = turn;
  let offset = 0;
  for (let time = 0; time < 20; time++) {
    const appended = `${canary} ${time} `.repeat(30);
    await conversations.saveProgress([{ replyId, offset, appended }]);
    offset += appended.length;
    await startChat(storage);
  }
  await conversations.endReply(
    endOf(replyId, {
      content: canary,
      parts: [{ type: "question", id: `q ${canary}`, questions: [] }],
      transcript: [{ role: "tool", callId: "c", name: "t", result: canary, failed: false }],
      facts: sampleFacts({ details: detailsWith(canary) }),
    }),
  );
  const answers = [{ questionId: `q ${canary}`, answers: { [canary]: canary } }];
  await conversations.acceptTurn(nextTurn(sessionId, { answers }));
  expect(await findChats(storage, canary)).toEqual([sessionId]);
  expect(await filesWith(folder)).not.toEqual([]);

  expect(await conversations.erase(sessionId)).toBe(true);

  expect(await filesWith(folder)).toEqual([]);
  expect(await filesWith(folder, "stays")).not.toEqual([]);
  expect(await conversations.find(neighbour)).toBeDefined();
  expect(await findChats(storage, canary)).toEqual([]);
  expect(await findChats(storage, "stays")).toEqual([neighbour]);
});

test("what people said, noted and were asked for goes with an erased chat too", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { conversations, handoffs } = storage;
  const { sessionId } = await startChat(storage);
  const operator = { id: "opr_1", name: canary };
  await handoffs.move(
    takeOf(sessionId, {
      operator,
      event: { id: "7f1c1c8e-0000-7000-8000-000000000000", type: "joined", name: canary },
      handoff: { by: "visitor", reason: canary, summary: canary, email: `${canary}@example.com`, since: 1 },
      message: { replyId: "rep_said", text: canary },
    }),
  );
  await conversations.acceptTurn(nextTurn(sessionId, { messages: [sampleMessage(canary)] }));
  await handoffs.addNote({ id: "note_1", sessionId, at: 1, text: canary, operator });
  await storage.chatDesk.tag({ sessionId, add: [canary], remove: [] });
  expect(await findChats(storage, canary)).toEqual([sessionId]);
  expect(await filesWith(folder)).not.toEqual([]);

  expect(await conversations.erase(sessionId)).toBe(true);

  expect(await filesWith(folder)).toEqual([]);
  expect(await findChats(storage, canary)).toEqual([]);
});

test("what an erased reply used stays counted, and nothing in the raw files leads from it to the reply", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { conversations, usage } = storage;
  await startChat(storage);
  const { sessionId } = await startChat(storage, { replyId: canary });
  expect(await filesWith(folder)).not.toEqual([]);

  await conversations.erase(sessionId);

  expect(await filesWith(folder)).toEqual([]);
  expect(await usage.read({ by: "agent", since: 0, until: 9000 })).toMatchObject([{ replies: 2 }]);
});

test("among many chats that grew side by side, each erasure is complete", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const chats = Array.from({ length: 30 }, (_, index) => ({
    word: `${canary}<${index}>`,
    length: 0,
    turn: firstTurn({ messages: [sampleMessage(`${canary}<${index}> `.repeat(1 + (index % 7) * 20))] }),
  }));
  for (const { turn } of chats) await storage.conversations.acceptTurn(turn);
  for (let round = 1; round < 15; round++) {
    await storage.conversations.saveProgress(
      chats.map((chat, index) => {
        const appended = `${chat.word} `.repeat((index * round) % 13);
        chat.length += appended.length;
        return { replyId: chat.turn.replyId, offset: chat.length - appended.length, appended };
      }),
    );
  }
  // Words of one beginning lie beside each other in the index, and of each the index keeps what differs from the one before.
  expect(await findChats(storage, canary)).toHaveLength(30);
  for (const { word, turn } of chats) {
    expect(await filesWith(folder, word)).not.toEqual([]);
    await storage.conversations.erase(turn.session.id);
    expect(await filesWith(folder, word)).toEqual([]);
  }
});

test("the bytes of a file, its name and its text leave the raw files with its chat, and alone when it was never sent", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { conversations, files } = storage;
  const max = { files: 9, bytes: 9_000_000 };
  const file = (word: string, createdAt: number) =>
    sampleFile({
      name: `${word}.pdf`,
      text: `Of ${word}`,
      bytes: Buffer.from(`${word} `.repeat(60_000)),
      createdAt,
    });
  const { sessionId } = await startChat(storage);
  const sent = file(`${canary} sent`, 1000);
  await files.add({ file: sent, session: { id: sessionId }, max });
  await files.add({ file: file(`${canary} forgotten`, 1000), session: { id: sessionId }, max });
  await conversations.acceptTurn(nextTurn(sessionId, { files: [sent.id] }));
  expect(await filesWith(folder, `${canary} forgotten`)).not.toEqual([]);

  await conversations.expire({ now: 86_500_000, idleSince: 0, createdSince: 0 });
  expect(await filesWith(folder, `${canary} forgotten`)).toEqual([]);
  expect(await filesWith(folder, `${canary} sent`)).not.toEqual([]);

  await conversations.erase(sessionId);
  expect(await filesWith(folder)).toEqual([]);
});

test("an expired session and a deleted agent leave nothing in the raw files either", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const messages = [sampleMessage(canary)];
  await startChat(storage, { messages, at: 100 });
  await storage.conversations.expire({ now: 1000, idleSince: 500, createdSince: 0 });
  expect(await filesWith(folder)).toEqual([]);

  await startChat(storage, { messages });
  const document = { id: "d", agentId: "guide", source: "files:*", location: "a.md", title: "A" };
  await storage.knowledge.replaceDocument({ ...document, url: null, fingerprint: "1", readAt: 1 }, [
    { headings: [canary], anchor: null, text: `Of ${canary}` },
  ]);
  expect(await filesWith(folder)).not.toEqual([]);
  await storage.agents.delete("guide");
  expect(await filesWith(folder)).toEqual([]);
});

test("an erasure waits for a reader of another process and is complete once it has ended", async () => {
  await using folder = await temporaryFolder();
  const { file } = folder;
  await writeCanary(file);
  using reader = new DatabaseSync(file);
  reader.exec("begin; select count(*) from messages");
  let waits = 0;
  const wait = async () => {
    waits += 1;
    if (waits === 3) reader.exec("commit");
  };
  const connection = await openConnection({ file, wait });
  await using storage = await createSqliteStorage({ file, connection, wait });
  expect(await storage.conversations.erase("ses_a")).toBe(true);
  expect(waits).toBe(3);
  expect(await filesWith(folder)).toEqual([]);
});

test("an erasure that a reader never lets through says so, and the chat is gone all the same", async () => {
  await using folder = await temporaryFolder();
  const { file } = folder;
  await writeCanary(file);
  using reader = new DatabaseSync(file);
  reader.exec("begin; select count(*) from messages");
  const wait = async () => {};
  const connection = await openConnection({ file, wait });
  await using storage = await createSqliteStorage({ file, connection, wait });
  await expect(storage.conversations.erase("ses_a")).rejects.toThrow(StorageUnavailable);
  expect(await storage.conversations.find("ses_a")).toBeUndefined();
  expect(connection.prepare<object>("pragma busy_timeout").get()).toMatchObject({ timeout: 5000 });

  reader.exec("commit");
  expect(await storage.conversations.erase("ses_a")).toBe(false);
  expect(await filesWith(folder)).toEqual([]);
});

test("what a reader kept an erasure from taking out of the files leaves them with the next expiry", async () => {
  await using folder = await temporaryFolder();
  const { file } = folder;
  await writeCanary(file);
  using reader = new DatabaseSync(file);
  const wait = async () => {};
  const connection = await openConnection({ file, wait });
  await using storage = await createSqliteStorage({ file, connection, wait });
  const nothingIsOld = { now: 0, idleSince: 0, createdSince: 0 };
  await storage.conversations.expire(nothingIsOld);
  reader.exec("begin; select count(*) from messages");
  await expect(storage.conversations.erase("ses_a")).rejects.toThrow(ResidueRemains);
  await expect(storage.conversations.expire(nothingIsOld)).rejects.toThrow(ResidueRemains);
  expect(await filesWith(folder)).not.toEqual([]);

  reader.exec("commit");
  expect(await storage.conversations.expire(nothingIsOld)).toBe(0);
  expect(await filesWith(folder)).toEqual([]);
});

test("what a process that was killed in the middle of an erasure left in the files leaves them with the first expiry", async () => {
  await using folder = await temporaryFolder();
  await writeCanary(folder.file);
  // It keeps the log from being written back when the others close, as after a kill.
  using killed = new DatabaseSync(folder.file);
  killed.exec("pragma secure_delete = on; pragma foreign_keys = on; delete from sessions");
  expect(await filesWith(folder)).not.toEqual([]);

  await using storage = await openSqlite({ file: folder.file });
  await storage.conversations.expire({ now: 0, idleSince: 0, createdSince: 0 });
  expect(await filesWith(folder)).toEqual([]);
});

/** Ids of the chats in which a word is found. They are in the index then. */
async function findChats(storage: Storage, text: string): Promise<readonly string[]> {
  const { items } = await storage.chatIndex.list({ scope: { agents: null }, limit: 200, text });
  return items.map(({ id }) => id);
}

function detailsWith(text: string): ReplyDetails {
  const passage = { title: text, url: text, text, score: 1, cited: true };
  return {
    searches: [{ query: text, passages: [passage] }],
    tools: [{ name: "t", status: "failed", input: text, result: text, ms: 1 }],
    user: { id: text, name: text },
  };
}

/** Leaves a closed database with one chat, `ses_a`, of the canary. */
async function writeCanary(file: string): Promise<void> {
  await using storage = await openSqlite({ file });
  await putAgent(storage);
  const session = { id: "ses_a", agentId: "guide", tokenHash: "t" };
  await startChat(storage, { session, messages: [sampleMessage(canary)] });
}
