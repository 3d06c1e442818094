import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { Storage } from "../../src/index.ts";
import { examineBeforeOpening } from "../../src/sqlite/examine-before-opening.ts";
import { openSqlite } from "../../src/sqlite/index.ts";
import { fillTables } from "../copy/installation.ts";
import { endOf, nextTurn, startChat } from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const isStart = { isStart: true };

/** Chats until the file has some hundred pages. */
async function talk(storage: Storage, chats: number): Promise<void> {
  for (let chat = 0; chat < chats; chat++) {
    const { sessionId } = await startChat(storage);
    const turn = nextTurn(sessionId);
    await storage.conversations.acceptTurn(turn);
    await storage.conversations.endReply(endOf(turn.replyId, { content: `answer ${chat} `.repeat(200) }));
  }
}

/** Every file of a folder, with its bytes. */
async function filesOf(folder: string): Promise<Readonly<Record<string, Buffer>>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
}

/** A folder with what a killed process leaves: the file, and the log beside it. */
async function leaveKilled(folder: string, file: string): Promise<string> {
  const left = join(folder, "left");
  await mkdir(left);
  for (const ending of ["", "-wal", "-shm"]) await copyFile(file + ending, join(left, `a.db${ending}`));
  return join(left, "a.db");
}

describe("a file is looked at before it is opened for writing", () => {
  test("what a service and a killed process leave is accepted, without a change to any file", async () => {
    await using folder = await temporaryFolder();
    const storage = await openSqlite({ file: folder.file });
    await fillTables(storage);
    await talk(storage, 20);
    const left = await leaveKilled(folder.path, folder.file);
    await storage.close();
    for (const file of [folder.file, left]) {
      const before = await filesOf(join(file, ".."));
      expect(examineBeforeOpening(file, isStart)).toEqual({ isWhole: true });
      expect(examineBeforeOpening(file, { isStart: false })).toEqual({ isWhole: true });
      expect(Object.keys(await filesOf(join(file, "..")))).toEqual(Object.keys(before));
    }
    await (await openSqlite({ file: left, isStart: true })).close();
  });

  test("processes that look at the same file at the same time do not disturb each other", async () => {
    await using folder = await temporaryFolder();
    const storage = await openSqlite({ file: folder.file });
    await talk(storage, 5);
    const left = await leaveKilled(folder.path, folder.file);
    await storage.close();
    const module = JSON.stringify(new URL("../../src/sqlite/index.ts", import.meta.url).href);
    const script = `
      const { examineBeforeOpening } = await import(${module});
      for (let round = 0; round < 50; round++) examineBeforeOpening(${JSON.stringify(left)}, { isStart: true });
    `;
    const look = () => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
    await Promise.all([look(), look(), look()]);
    expect((await readdir(join(left, ".."))).toSorted()).toEqual(["a.db", "a.db-shm", "a.db-wal"]);
  });

  test("what a process that was killed meanwhile has left is removed, what a running one needs is not", async () => {
    await using folder = await temporaryFolder();
    await (await openSqlite({ file: folder.file })).close();
    const ended = spawn(process.execPath, ["--version"]);
    await once(ended, "exit");
    const ofRunning = `${folder.file}-examined-${process.ppid}`;
    for (const name of [`${folder.file}-examined-${ended.pid}`, ofRunning]) {
      await mkdir(name);
      await writeFile(join(name, "a.db-wal"), "a log with words that are to be erased");
    }
    await (await openSqlite({ file: folder.file })).close();
    const names = await readdir(join(folder.file, ".."));
    expect(names.filter((name) => name.includes("-examined"))).toEqual([basename(ofRunning)]);
  });
});
