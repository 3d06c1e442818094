import { chmod, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { openConnection } from "../../src/sqlite/open-connection.ts";
import { DatabaseFileRefused, DatabaseUnfit, StorageUnavailable } from "../../src/index.ts";
import { endOf, firstTurn, putAgent, startChat } from "../suite/samples.ts";
import { found } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("the database and its folder are created, open to their owner only", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  expect(await modeOf(dirname(folder.file))).toBe(0o700);
  const names = Object.keys(await folder.rawFiles());
  expect(names.toSorted()).toEqual(["servicechat.db", "servicechat.db-shm", "servicechat.db-wal"]);
  for (const name of names) expect(await modeOf(join(dirname(folder.file), name))).toBe(0o600);
});

test("an existing file keeps its mode and its content", async () => {
  await using folder = await temporaryFolder();
  await (await openSqlite({ file: folder.file })).close();
  await chmod(folder.file, 0o640);
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  expect(await modeOf(folder.file)).toBe(0o640);
});

test("a commit waits for the disk, writers wait for each other, and what is deleted is overwritten", async () => {
  await using folder = await temporaryFolder();
  const connection = await openConnection({ file: folder.file, wait: async () => {} });
  const pragma = (name: string) => connection.prepare<object>(`pragma ${name}`).get();
  expect(pragma("journal_mode")).toMatchObject({ journal_mode: "wal" });
  expect(pragma("synchronous")).toMatchObject({ synchronous: 2 });
  expect(pragma("busy_timeout")).toMatchObject({ timeout: 5000 });
  expect(pragma("foreign_keys")).toMatchObject({ foreign_keys: 1 });
  expect(pragma("secure_delete")).toMatchObject({ secure_delete: 1 });
  connection.close();
});

test("storages of one process that open, write and close at once wait for each other", async () => {
  await using folder = await temporaryFolder();
  const names = ["a", "b", "c"];
  const openWriteAndClose = async (name: string) => {
    await using storage = await openSqlite({ file: folder.file });
    await storage.keyValues.save(name, "kept");
  };
  // The file is new, and then it is there.
  await Promise.all(names.map(openWriteAndClose));
  await Promise.all(names.map((name) => openWriteAndClose(`${name}2`)));
  await using storage = await openSqlite({ file: folder.file });
  expect((await storage.keyValues.list("")).map(({ name }) => name)).toEqual([
    "a",
    "a2",
    "b",
    "b2",
    "c",
    "c2",
  ]);
});

test("work that another connection blocks continues when that one is done, and blocks nothing else in the meantime", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  using other = new DatabaseSync(folder.file);
  other.exec("begin immediate");
  const saved = storage.keyValues.save("a", "kept");
  const applied = putAgent(storage);
  // Only possible because the event loop continues.
  await setImmediate();
  other.exec("commit");
  await Promise.all([saved, applied]);
  expect((await storage.keyValues.list("")).map(({ name }) => name)).toEqual(["a"]);
  expect(await storage.agents.list()).toHaveLength(1);
});

test("everything is there after closing and opening again", async () => {
  await using folder = await temporaryFolder();
  const before = await openSqlite({ file: folder.file });
  await putAgent(before);
  const { sessionId } = await startChat(before);
  const turns = await before.conversations.readTurns({ sessionId });
  await before.close();
  await using after = await openSqlite({ file: folder.file });
  expect(await after.conversations.readTurns({ sessionId })).toEqual(turns);
});

test("a backup is the whole database at one moment, made while visitors write", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const turn = firstTurn();
  await storage.conversations.acceptTurn(turn);
  const target = join(folder.path, "copy.db");
  const copying = storage.backup(target);
  for (let chat = 0; chat < 20; chat++) await startChat(storage);
  await copying;
  await storage.conversations.endReply(endOf(turn.replyId));

  expect(await modeOf(target)).toBe(0o600);
  await using copy = await openSqlite({ file: target });
  const [copied] = await copy.conversations.readTurns({ sessionId: turn.session.id });
  expect(copied?.reply.status).toBe("streaming");
  for (const id of await found(copy)) {
    const session = await copy.conversations.find(id);
    expect(await copy.conversations.readTurns({ sessionId: id })).toHaveLength(session?.turns ?? 0);
  }
});

test("a backup never overwrites a file, and leaves none where it cannot write", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  const target = join(folder.path, "precious");
  await writeFile(target, "precious");
  await expect(storage.backup(target)).rejects.toThrow("EEXIST");
  expect((await stat(target)).size).toBe("precious".length);
  await expect(storage.backup(join(folder.path, "nowhere", "copy.db"))).rejects.toThrow("ENOENT");
});

test("a file that is not a database is refused, and one in a folder that cannot be created is unavailable", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "note.txt");
  await writeFile(file, "This is a text that has nothing to do with a database. ".repeat(20));
  await expect(openSqlite({ file })).rejects.toThrow(DatabaseFileRefused);
  await expect(openSqlite({ file: join(file, "servicechat.db") })).rejects.toThrow(StorageUnavailable);
});

test("a database written by a newer version is refused and left as it is", async () => {
  await using folder = await temporaryFolder();
  await (await openSqlite({ file: folder.file })).close();
  using database = new DatabaseSync(folder.file);
  database.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  await expect(openSqlite({ file: folder.file })).rejects.toThrow(
    new DatabaseUnfit("a newer version of the service wrote it"),
  );
});

test("a database of another program is refused and left as it is", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "other.db");
  using database = new DatabaseSync(file);
  database.exec("create table messages (subject text)");
  await expect(openSqlite({ file })).rejects.toThrow(
    new DatabaseFileRefused(
      "it is a database of another program; choose another file with SERVICECHAT_DATABASE_URL",
    ),
  );
  expect(database.prepare("select name from sqlite_schema").all()).toEqual([{ name: "messages" }]);
});
