import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSqliteStorage } from "../../packages/storage/src/sqlite/open-sqlite.ts";
import { openConnection } from "../../packages/storage/src/sqlite/open-connection.ts";
import type { Connection } from "../../packages/storage/src/sqlite/open-connection.ts";
import { startService } from "../support/start-service.ts";
import { post } from "../support/visitor.ts";

/** SQLite's number for a commit that is on the disk when it returns. */
const full = 2;

test("Promise 2: the service's own connection writes ahead and waits for the disk at every commit", async () => {
  let connection: Connection | undefined;
  await using service = await startService({
    openStorage: async (file) => {
      connection = await openConnection({ file, wait });
      return createSqliteStorage({ file, connection, wait });
    },
  });
  // Asked after a turn: nothing on the way has weakened what holds for the connection.
  await (await post(service, "hello")).text();
  expect(connection?.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(connection?.prepare("pragma synchronous").get()).toEqual({ synchronous: full });
});

test("Promise 2: the visitor's message is committed before the response headers leave", async () => {
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
