import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createCheckpoints } from "../../src/sqlite/checkpoints.ts";
import { openConnection, type Connection } from "../../src/sqlite/open-connection.ts";
import { createSqliteStorage, openSqlite } from "../../src/sqlite/open-sqlite.ts";
import { sampleFile } from "../suite/files.ts";
import { firstTurn, putAgent, sampleMessage, startChat } from "../suite/samples.ts";
import { found } from "../suite/written-chats.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const long = "text ".repeat(800);
const chats = 150;

test("what was committed comes into the main file while the service runs, and is whole after a stop", async () => {
  await using folder = await temporaryFolder();
  const wait = async () => {};
  const connection = await openConnection({ ...folder, wait });
  const storage = await createSqliteStorage({ ...folder, connection, wait });
  connection.execute("pragma wal_autocheckpoint = 0"); // so that SQLite does not help itself
  await putAgent(storage);
  for (let number = 0; number < chats; number++)
    await storage.conversations.acceptTurn(firstTurn({ messages: [sampleMessage(long)] }));
  const moved = async () => (await stat(folder.file)).size;
  await expect.poll(moved).toBeGreaterThan((chats / 2) * long.length);
  await storage.close();

  await expect(stat(`${folder.file}-wal`)).rejects.toThrow("ENOENT");
  await using reopened = await openSqlite(folder);
  expect(await found(reopened)).toHaveLength(chats);
});

test("a file of megabytes comes into the main file by itself, and never within its own commit", async () => {
  await using folder = await temporaryFolder();
  const wait = async () => {};
  const sizes: number[] = [];
  const connection = watchingCommits(await openConnection({ ...folder, wait }), () =>
    sizes.push(statSync(folder.file).size),
  );
  await using storage = await createSqliteStorage({ ...folder, connection, wait });
  await putAgent(storage);
  const { sessionId } = await startChat(storage);
  const bytes = new Uint8Array(5 * 1024 * 1024).fill(7);
  const max = { files: 9, bytes: 9 * bytes.length };

  sizes.length = 0;
  await storage.files.add({ file: sampleFile({ bytes }), session: { id: sessionId }, max });

  expect(Math.max(...sizes)).toBeLessThan(bytes.length);
  await expect.poll(async () => (await stat(folder.file)).size).toBeGreaterThan(bytes.length);
});

test("erasures cut the log in the thread of checkpoints, never over the connection that answers visitors", async () => {
  await using folder = await temporaryFolder();
  const wait = async () => {};
  const connection = await openConnection({ ...folder, wait });
  const texts: string[] = [];
  const watched: Connection = {
    ...connection,
    get inTransaction() {
      return connection.inTransaction;
    },
    prepare: (text) => (texts.push(text), connection.prepare(text)),
    execute: (text) => (texts.push(text), connection.execute(text)),
  };
  await using storage = await createSqliteStorage({ ...folder, connection: watched, wait });
  await putAgent(storage);
  const started = [];
  for (let number = 0; number < 5; number++) started.push(await startChat(storage));
  await Promise.all(started.map(({ sessionId }) => storage.conversations.erase(sessionId)));

  expect((await stat(`${folder.file}-wal`)).size).toBe(0);
  expect(texts.filter((text) => text.includes("wal_checkpoint"))).toEqual([]);
});

test("the thread ends when nothing is committed for a while, and later commits find another one", async () => {
  await using folder = await temporaryFolder();
  const connection = await openConnection({ ...folder, wait: async () => {} });
  connection.execute("pragma wal_autocheckpoint = 0; create table texts (text text)");
  const ends: Promise<unknown>[] = [];
  const onWorker = (worker: Worker) => ends.push(new Promise((resolve) => worker.once("exit", resolve)));
  process.on("worker", onWorker);
  const checkpoints = createCheckpoints({ ...folder, connection, idleMs: 1 });
  const commitMany = async () => {
    for (let commit = 0; commit < 100; commit++) {
      connection.execute(`insert into texts values ('${long}')`);
      checkpoints.note();
    }
    await setImmediate(); // Node tells of a new thread a moment later
  };
  for (const round of [1, 2]) {
    await commitMany();
    expect(ends).toHaveLength(round);
    await ends.at(-1);
  }
  await commitMany();
  await checkpoints.stop();
  connection.close();
  process.off("worker", onWorker);

  expect(ends).toHaveLength(3);
  await expect(stat(`${folder.file}-wal`)).rejects.toThrow("ENOENT");
});

test("the first expiry after a proper stop starts no thread, after a crash it cuts the log that was left", async () => {
  await using folder = await temporaryFolder();
  const threads: Worker[] = [];
  const onWorker = (worker: Worker) => threads.push(worker);
  process.on("worker", onWorker);
  const expire = async () => {
    await using storage = await openSqlite(folder);
    await storage.conversations.expire({ now: 0, idleSince: 0, createdSince: 0 });
    await setImmediate(); // Node tells of a new thread a moment later
  };
  await expire();
  await expire();
  expect(threads).toEqual([]);

  // Another process still has it open, so the log stays.
  await using other = await openSqlite(folder);
  await putAgent(other);
  await expire();
  expect((await stat(`${folder.file}-wal`)).size).toBe(0);
  expect(threads).toHaveLength(1);
  process.off("worker", onWorker);
});

function watchingCommits(connection: Connection, onCommitted: () => void): Connection {
  return {
    ...connection,
    get inTransaction() {
      return connection.inTransaction;
    },
    prepare<Row>(text: string) {
      const statement = connection.prepare<Row>(text);
      if (text !== "commit") return statement;
      return {
        ...statement,
        reader: false,
        run() {
          const changes = statement.run();
          onCommitted();
          return changes;
        },
      };
    },
  };
}

/** Stops while a checkpoint runs that nobody waits for, when nothing else keeps the process alive. */
const stopDuring = `
  import { createCheckpoints } from ${JSON.stringify(import.meta.resolve("../../src/sqlite/checkpoints.ts"))};
  import { openConnection } from ${JSON.stringify(import.meta.resolve("../../src/sqlite/open-connection.ts"))};
  const file = process.argv[2];
  const connection = await openConnection({ file, wait: async () => {} });
  const checkpoints = createCheckpoints({ file, connection });
  connection.execute("create table filler (bytes blob)");
  connection.execute("insert into filler values (randomblob(30000000))");
  for (let commit = 0; commit < 100; commit++) checkpoints.note();
  await checkpoints.stop();
  connection.close();
  console.log("stopped");
`;

test("a stop waits for a checkpoint that is running, and for nothing else: the process ends as it should", async () => {
  await using folder = await temporaryFolder();
  const script = join(folder.path, "stop.mjs");
  await writeFile(script, stopDuring);
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder.file]);
  expect(stdout).toBe("stopped\n");
});
