import { stat, open } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { openSqlite } from "../../src/sqlite/open-sqlite.ts";
import { StorageUnavailable } from "../../src/index.ts";
import { nextTurn, putAgent, startChat } from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The common prototype of file handles, for a disk that fails. */
async function handles(file: string): Promise<{ datasync(): Promise<void> }> {
  await using handle = await open(file);
  return Object.getPrototypeOf(handle);
}

/** How much the write-ahead log holds. */
const logSize = async (file: string) => (await stat(`${file}-wal`)).size;

afterEach(() => void vi.restoreAllMocks());

test("when the log cannot be synced, a turn is on the disk in the main file before it is acknowledged", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { sessionId } = await startChat(storage);
  expect(await logSize(folder.file)).toBeGreaterThan(0);

  const failing = vi.spyOn(await handles(folder.file), "datasync").mockRejectedValueOnce(new Error("EIO"));
  expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({ kind: "accepted", turn: 2 });
  expect(failing).toHaveBeenCalledTimes(1);
  expect(await logSize(folder.file)).toBe(0);

  // The restarted log is trusted again.
  expect(await storage.conversations.acceptTurn(nextTurn(sessionId))).toEqual({ kind: "accepted", turn: 3 });
  expect(failing).toHaveBeenCalledTimes(2);
  expect(await logSize(folder.file)).toBeGreaterThan(0);
});

test("a log whose sync failed is not trusted, though the next sync would succeed, until it could be emptied", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const { sessionId } = await startChat(storage);
  const accept = () => storage.conversations.acceptTurn(nextTurn(sessionId)).catch((error: unknown) => error);

  // As long as somebody reads from the log, it cannot be emptied.
  const reader = new DatabaseSync(folder.file, { readOnly: true });
  reader.exec("begin; select count(*) from messages");
  const syncing = vi.spyOn(await handles(folder.file), "datasync").mockRejectedValueOnce(new Error("EIO"));
  for (let attempt = 0; attempt < 2; attempt++) {
    const failure = await accept();
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(failure).toMatchObject({ inDoubt: true });
  }
  expect(syncing).toHaveBeenCalledTimes(1);
  reader.close();

  expect(await accept()).toEqual({ kind: "accepted", turn: 4 });
  expect(syncing).toHaveBeenCalledTimes(1);
  expect(await logSize(folder.file)).toBe(0);
});
