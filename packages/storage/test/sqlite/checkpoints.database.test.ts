import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { openConnection, type Connection } from "../../src/sqlite/open-connection.ts";
import { createSqliteStorage, openSqlite } from "../../src/sqlite/open-sqlite.ts";
import { sampleFile } from "../suite/files.ts";
import { firstTurn, putAgent, sampleMessage, startChat } from "../suite/samples.ts";
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
  expect(await reopened.conversations.list({ limit: 1_000 })).toHaveLength(chats);
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
