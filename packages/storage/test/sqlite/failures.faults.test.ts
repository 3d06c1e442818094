import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { createSqliteStorage } from "../../src/sqlite/open-sqlite.ts";
import { namingFailure } from "../../src/sqlite/storage-failure.ts";
import { StorageUnavailable } from "../../src/index.ts";
import {
  definitionOf,
  endOf,
  firstTurn,
  nextTurn,
  putAgent,
  sampleKey,
  sampleMessage,
  startChat,
} from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function openChat(file: string) {
  const wait = async () => {};
  const connection = await openConnection({ file, wait });
  const storage = await createSqliteStorage({ file, connection, wait });
  await putAgent(storage);
  const { sessionId, replyId } = await startChat(storage);
  return { connection, storage, sessionId, replyId };
}

test("on a full disk nothing is written by halves, reading continues, and so does writing once there is space", async () => {
  await using folder = await temporaryFolder();
  const { connection, storage, sessionId, replyId } = await openChat(folder.file);
  await using _ = storage;
  const long = "long ".repeat(20_000);
  const { conversations } = storage;
  const running = nextTurn(sessionId);
  await conversations.acceptTurn(running);
  const before = await conversations.readTurns({ sessionId });

  connection.execute("pragma max_page_count = 1"); // as many as there are: not one more
  const document = { id: "d", agentId: "guide", source: "f", location: "l", title: "t", url: null };
  const writes = [
    () => conversations.acceptTurn(nextTurn(sessionId, { messages: [sampleMessage(long)] })),
    () => conversations.saveProgress([{ replyId: running.replyId, offset: 0, appended: long }]),
    () => conversations.endReply(endOf(running.replyId, { content: long })),
    () => storage.keys.create(sampleKey({ name: long })),
    () =>
      storage.agents.put({
        id: "big",
        definition: { ...definitionOf("big"), instructions: long },
        baseDirectory: "/",
        at: 1,
      }),
    () => storage.keyValues.save("big", long),
    () =>
      storage.knowledge.replaceDocument({ ...document, fingerprint: "1", readAt: 1 }, [
        { headings: [], anchor: null, text: long },
      ]),
  ];
  for (const write of writes) {
    const failure = await write().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(failure).toMatchObject({ cause: { errcode: 13 } });
  }
  await storage.ping();
  expect(await conversations.readTurns({ sessionId })).toEqual(before);
  expect(await conversations.findReply({ sessionId, replyId })).toBeDefined();
  expect(await storage.keys.list()).toEqual([]);
  expect(await storage.knowledge.documents("guide")).toEqual([]);

  connection.execute("pragma max_page_count = 1000000");
  expect(await writes[0]?.()).toEqual({ kind: "accepted", turn: 3 });
  for (const write of writes.slice(1)) await write();
  expect((await conversations.readTurns({ sessionId })).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(connection.prepare<object>("pragma integrity_check").get()).toMatchObject({ integrity_check: "ok" });
});

test("a writer that holds the database too long makes it unavailable to write, never to read", async () => {
  await using folder = await temporaryFolder();
  const { connection, storage, sessionId } = await openChat(folder.file);
  await using _ = storage;
  connection.execute("pragma busy_timeout = 1");
  using other = new DatabaseSync(folder.file);
  other.exec("begin immediate");
  await expect(storage.conversations.acceptTurn(firstTurn())).rejects.toThrow(StorageUnavailable);
  await expect(storage.keyValues.save("a", "b")).rejects.toThrow(StorageUnavailable);
  await expect(
    storage.agents.put({ id: "b", definition: definitionOf("b"), baseDirectory: "/", at: 1 }),
  ).rejects.toThrow(StorageUnavailable);
  expect(await storage.conversations.readTurns({ sessionId })).toHaveLength(1);
  other.exec("rollback");
  expect(await storage.conversations.acceptTurn(firstTurn())).toEqual({ kind: "accepted", turn: 1 });
});

test("a database that is locked as a whole cannot be opened", async () => {
  await using folder = await temporaryFolder();
  const { file } = folder;
  await (await openChat(file)).storage.close();
  using other = new DatabaseSync(file);
  other.exec("pragma locking_mode = exclusive; begin exclusive");
  let waits = 0;
  const wait = async () => {
    waits += 1;
    if (waits > 2) other.close();
  };
  const connection = await openConnection({ file, wait });
  expect(waits).toBe(3);
  connection.close();
});

test("a database that may only be read makes every write unavailable", async () => {
  await using folder = await temporaryFolder();
  const { connection, storage } = await openChat(folder.file);
  await using _ = storage;
  connection.execute("pragma query_only = on");
  const failure = await storage.conversations.acceptTurn(firstTurn()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StorageUnavailable);
  connection.execute("pragma query_only = off");
  expect(await storage.conversations.acceptTurn(firstTurn())).toEqual({ kind: "accepted", turn: 1 });
});

test("every failing state of the database has one name, its detail in the cause; faults of our own keep theirs", () => {
  const failing = (errcode: number) => Object.assign(new Error("SQLite says no"), { errcode });
  const thrownFor = (error: Error): unknown => {
    try {
      return namingFailure(() => {
        throw error;
      });
    } catch (thrown) {
      return thrown;
    }
  };
  // BUSY, BUSY_SNAPSHOT, READONLY, IOERR_WRITE, IOERR_FSYNC, CORRUPT, FULL, CANTOPEN, NOTADB
  for (const errcode of [5, 517, 8, 778, 1034, 11, 13, 14, 26]) {
    const error = failing(errcode);
    expect(thrownFor(error)).toBeInstanceOf(StorageUnavailable);
    expect(thrownFor(error)).toMatchObject({ cause: error });
  }
  // ERROR, CONSTRAINT_UNIQUE, CONSTRAINT_FOREIGNKEY, MISMATCH, MISUSE
  for (const error of [1, 2067, 787, 20, 21].map(failing)) expect(thrownFor(error)).toBe(error);
  const fault = new TypeError("ours");
  expect(thrownFor(fault)).toBe(fault);
});
