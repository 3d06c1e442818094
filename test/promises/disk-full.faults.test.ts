import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSqliteStorage } from "../../packages/storage/src/sqlite/open-sqlite.ts";
import { openConnection } from "../../packages/storage/src/sqlite/open-connection.ts";
import type { Connection } from "../../packages/storage/src/sqlite/open-connection.ts";
import { startService } from "../support/start-service.ts";
import { ask, history, post } from "../support/visitor.ts";

test("Promise 16: with a full disk history and config still work, POST answers 503, and freeing space is enough to recover", async () => {
  let connection: Connection | undefined;
  await using service = await startService({
    openStorage: async (file) => {
      connection = await openConnection({ file, wait });
      return createSqliteStorage({ file, connection, wait });
    },
  });
  const { token } = await ask(service, "before");

  connection?.execute("pragma max_page_count = 1"); // the current number of pages: not one more
  const refused = await fillUp(() => post(service, "x".repeat(8_000), { token }));

  expect(await refused.json()).toMatchObject({ code: "storage_unavailable", retryable: true });
  expect(refused.headers.get("Retry-After")).toBe("5");
  expect((await service.fetch("/chat-bot/config")).status).toBe(200);
  const kept = await history(service, token);
  expect(kept.slice(0, 2).map(({ content }) => content)).toEqual(["before", "Hello from the model."]);

  connection?.execute("pragma max_page_count = 1000000");
  expect((await ask(service, "after", { token })).text).toBe("Hello from the model.");
  const messages = await history(service, token);
  expect(messages.at(-2)?.content).toBe("after");
  expect(messages.filter(({ status }) => status === "streaming")).toEqual([]);
});

/** Free space in the existing pages may be enough for a few more messages. */
async function fillUp(send: () => Promise<Response>): Promise<Response> {
  for (let round = 0; round < 50; round++) {
    const response = await send();
    if (response.status !== 200) {
      expect(response.status).toBe(503);
      return response;
    }
    await response.text();
  }
  throw new Error("the disk never became full");
}
