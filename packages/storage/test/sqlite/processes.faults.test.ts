import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqlite } from "../../src/sqlite/index.ts";
import { floodBudget } from "../suite/flood-budget.ts";
import { putAgent, sampleKey, startChat } from "../suite/samples.ts";
import { everything, found } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const script = new URL("./writer.ts", import.meta.url).pathname;

/** Starts a writer. `acknowledged` grows with every turn that it says is committed. */
function startWriter(...parameters: readonly string[]) {
  const child = spawn(process.execPath, [script, ...parameters], { stdio: ["ignore", "pipe", "inherit"] });
  const acknowledged: { readonly sessionId: string; readonly number: number }[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const [sessionId = "", number] = line.split(" ");
    acknowledged.push({ sessionId, number: Number(number) });
  });
  return { child, lines, acknowledged, closed: once(child, "close") };
}

test("processes that open a new database together all get it, and their writes wait for each other", async () => {
  await using folder = await temporaryFolder();
  const writers = ["a", "b", "c"].map((name) => startWriter(folder.file, name, "20"));
  expect(await Promise.all(writers.map(({ closed }) => closed))).toEqual(writers.map(() => [0, null]));

  await using storage = await openSqlite({ file: folder.file });
  expect((await storage.agents.list()).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  const sessions = (await found(storage)).map((id) => storage.conversations.find(id));
  expect((await Promise.all(sessions)).map((session) => session?.turns)).toEqual([20, 20, 20]);
});

test("a process killed at any moment loses nothing it acknowledged, and leaves no turn by halves", async () => {
  await using folder = await temporaryFolder();
  let checked = 0;
  for (const least of [1, 7, 40, 90]) {
    const writer = startWriter(folder.file, "writer");
    while (writer.acknowledged.length < least) await once(writer.lines, "line");
    writer.child.kill("SIGKILL");
    await writer.closed;

    await using storage = await openSqlite({ file: folder.file });
    const { sessionId = "", number = 0 } = writer.acknowledged.at(-1) ?? {};
    const turns = await storage.conversations.readTurns({ sessionId });
    expect(turns.length).toBeGreaterThanOrEqual(number);
    for (const [index, turn] of turns.entries()) {
      expect(turn).toMatchObject({ number: index + 1, messages: [{ content: `Message ${index + 1}` }] });
      if (turn.number <= number) expect(turn.reply.content).toBe(`Reply ${turn.number}`);
      checked += 1;
    }
    const orphans = await storage.conversations.markOrphans({ failure: "reply_cut", liveNodes: [] });
    expect(orphans).toHaveLength(turns.length);
  }
  expect(checked).toBeGreaterThanOrEqual(1 + 7 + 40 + 90);
  using database = new DatabaseSync(folder.file);
  expect(database.prepare("pragma integrity_check").get()).toMatchObject({ integrity_check: "ok" });
});

test("the mark changes with a write of another connection, and each sees the other's keys at once", async () => {
  await using folder = await temporaryFolder();
  await using service = await openSqlite({ file: folder.file });
  await using commandLine = await openSqlite({ file: folder.file });
  const marks = [await service.revision()];
  await putAgent(commandLine);
  marks.push(await service.revision());
  const key = sampleKey();
  await commandLine.keys.create(key);
  marks.push(await service.revision());
  expect(await service.keys.find(key.id)).toEqual(key);
  await commandLine.keys.revoke(key.id, 5);
  marks.push(await service.revision());
  expect((await service.keys.find(key.id))?.revokedAt).toBe(5);
  expect(new Set(marks).size).toBe(4);
  expect(await service.revision()).toBe(marks[3]);
});

test("a flood of turns over two connections exceeds a key's budget by less than one reply, and one refusal is the first", async () => {
  await using folder = await temporaryFolder();
  await using one = await openSqlite({ file: folder.file });
  await using other = await openSqlite({ file: folder.file });
  await putAgent(one);
  await floodBudget("k", [one, other]);
});

test("a session erased by another process is gone at once", async () => {
  await using folder = await temporaryFolder();
  await using service = await openSqlite({ file: folder.file });
  await using commandLine = await openSqlite({ file: folder.file });
  await putAgent(service);
  const { sessionId } = await startChat(service);
  expect(await commandLine.conversations.erase(sessionId)).toBe(true);
  expect(await service.conversations.readTurns({ sessionId })).toEqual([]);
});

test("a chat that continues during a long transaction of the same process is not part of it", async () => {
  await using folder = await temporaryFolder();
  await using storage = await openSqlite({ file: folder.file });
  await putAgent(storage);
  const passages = Array.from({ length: 1000 }, () => ({ headings: [], anchor: null, text: "apple" }));
  const document = { agentId: "guide", source: "f", title: "t", url: null, fingerprint: "1", readAt: 1 };
  let importing = true;
  const imports = Promise.all(
    ["a.md", "b.md", "c.md"].map((location) =>
      storage.knowledge.replaceDocument({ ...document, id: location, location }, passages),
    ),
  ).finally(() => {
    importing = false;
  });
  let chats = 0;
  while (importing) {
    await startChat(storage);
    chats += 1;
  }
  await imports;
  expect(chats).toBeGreaterThan(0);
  const { items } = await storage.chatIndex.list({ scope: everything, limit: 1000 });
  expect(items).toHaveLength(chats);
  expect(await storage.knowledge.documents("guide")).toHaveLength(3);
});
