import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSqliteStorage } from "../../packages/storage/src/sqlite/open-sqlite.ts";
import { openConnection } from "../../packages/storage/src/sqlite/open-connection.ts";
import type { Connection } from "../../packages/storage/src/sqlite/open-connection.ts";
import { StorageUnavailable } from "@servicechat/storage";
import { openSqlite } from "@servicechat/storage/sqlite";
import { listChats } from "../support/list-chats.ts";
import { words } from "../support/model-server.ts";
import type { ModelScript } from "../support/model-server.ts";
import { startService } from "../support/start-service.ts";
import { hear, history, post } from "../support/visitor.ts";

/** SQLite's values for commits that wait for the disk themselves, and for those after which a thread syncs their log. */
const full = 2;
const normal = 1;

/** A service whose disk finishes a turn only when the test says so. */
async function startOnSlowDisk(script: ModelScript) {
  const disk = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const service = await startService({
    script,
    options: { drainMs: 3_600_000 },
    openStorage: async (file) => {
      const storage = await openSqlite({ file });
      const { conversations } = storage;
      const acceptTurn: typeof conversations.acceptTurn = async (turn) => {
        const accepted = await conversations.acceptTurn(turn);
        written.resolve();
        await disk.promise;
        return accepted;
      };
      return { ...storage, conversations: { ...conversations, acceptTurn } };
    },
  });
  return { service, disk, written: written.promise };
}

test("Promise 2: the service's own connection uses a write-ahead log, which is synced after every commit", async () => {
  let connection: Connection | undefined;
  const synchronous = () => connection?.prepare("pragma synchronous").get();
  let asOpened: unknown;
  await using service = await startService({
    openStorage: async (file) => {
      connection = await openConnection({ file, wait });
      asOpened = synchronous();
      return createSqliteStorage({ file, connection, wait });
    },
  });
  // Checked after a turn, so nothing has weakened the connection's settings in the meantime.
  await (await post(service, "hello")).text();
  expect(connection?.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect([asOpened, synchronous()]).toEqual([{ synchronous: full }, { synchronous: normal }]);
});

test("Promise 2: the visitor's message is committed before the response headers are sent", async () => {
  const never = new Promise<void>(() => undefined);
  await using service = await startService({ script: () => [{ until: never }] });
  using other = new DatabaseSync(`${service.dataDirectory}/servicechat.db`, { readOnly: true });
  const committed = other.prepare("select content from messages order by rowid");
  const seen: unknown[] = [];
  for (const text of ["first", "second", "third"]) {
    const response = await post(service, text); // resolves with the headers; the body has not ended
    seen.push(committed.all().at(-1)?.["content"]);
    await response.body?.cancel();
  }
  expect(seen).toEqual(["first", "second", "third"]);
});

test("Promise 2: while the disk works on a message no header is sent, and the model is not called", async () => {
  const { service, disk, written } = await startOnSlowDisk(() => words("Here you are."));
  await using _ended = service;
  let hasAnswered = false;
  const posting = post(service, "hello").finally(() => (hasAnswered = true));
  await written;

  const [session] = await listChats(service.storage);
  const [turn] = await service.storage.conversations.readTurns({ sessionId: session?.id ?? "" });
  expect(turn).toMatchObject({
    messages: [{ content: "hello" }],
    reply: { content: "", status: "streaming" },
  });
  expect(hasAnswered).toBe(false);
  expect(service.model.asked).toEqual([]);

  disk.resolve();
  const response = await posting;
  const token = response.headers.get("X-Session-Token") ?? "";
  expect((await hear(response)).text).toBe("Here you are.");
  expect((await history(service, token)).map(({ content }) => content)).toEqual(["hello", "Here you are."]);
  expect(service.model.asked).toHaveLength(1);
});

test("Promise 2: a message that the disk loses is answered with 503, and the model is never called", async () => {
  const { service, disk, written } = await startOnSlowDisk(() => words("In vain."));
  await using _ended = service;
  const posting = post(service, "hello");
  // Not before the service waits for the disk, or nobody would handle what the disk says.
  await written;
  disk.reject(new StorageUnavailable(new Error("the disk is gone"), { inDoubt: true }));

  const response = await posting;
  expect(response.status).toBe(503);
  expect(response.headers.get("X-Session-Token")).toBeNull();
  const body = await response.text();
  expect(JSON.parse(body)).toMatchObject({ code: "storage_unavailable", retryable: true });
  const [session] = await listChats(service.storage);
  const reply = async () => {
    const [turn] = await service.storage.conversations.readTurns({ sessionId: session?.id ?? "" });
    return turn?.reply;
  };
  await expect.poll(reply).toMatchObject({ content: "", status: "incomplete" });
  // No reply is running, or the stop would wait for it for an hour.
  await service.server.stop();
  expect(service.model.asked).toEqual([]);
});
