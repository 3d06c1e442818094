import { open } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { openSqlite } from "@servicechat/storage/sqlite";
import { firstTurn, putAgent } from "../suite/samples.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Lets no log be synced before `release`. */
async function holdDisk(file: string) {
  const disk = Promise.withResolvers<void>();
  await using handle = await open(file);
  const handles: { datasync(): Promise<void> } = Object.getPrototypeOf(handle);
  const syncing = vi.spyOn(handles, "datasync").mockReturnValue(disk.promise);
  return {
    release: disk.resolve,
    [Symbol.dispose]() {
      disk.resolve();
      syncing.mockRestore();
    },
  };
}

test("whoever commits waits for the disk, and nobody else does meanwhile", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  using disk = await holdDisk(folder.file);
  const turn = firstTurn();
  const done: string[] = [];
  const commits = Object.entries({
    statement: storage.keyValues.save("a", "1"),
    transaction: putAgent(storage, "shop"),
    turn: storage.conversations.acceptTurn(turn),
  }).map(([name, commit]) => commit.then(() => done.push(name)));

  await expect.poll(async () => storage.keyValues.read("a")).toBe("1");
  await expect.poll(async () => (await storage.agents.list()).length).toBe(2);
  // The growing text of a reply waits for nothing.
  await storage.conversations.saveProgress([{ replyId: turn.replyId, offset: 0, appended: "Well" }]);
  expect(done).toEqual([]);

  disk.release();
  await Promise.all(commits);
  expect(done.toSorted()).toEqual(["statement", "transaction", "turn"]);
});
