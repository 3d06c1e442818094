import { describe, expect, test } from "vitest";
import { maxConnections } from "../../src/postgres/connections.ts";
import { putAgent } from "../suite/samples.ts";
import { everything } from "../suite/written-chats.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => {
  test("what operators read may take longer than visitors wait, and takes no connection from them", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    // Longer than a statement of visitors may take.
    const slow = `lock table chat_texts in access exclusive mode; select pg_sleep(3) as ${database.schema}`;
    const held = database.run(`begin; ${slow}; commit`);
    const holder = `from pg_stat_activity where wait_event = 'PgSleep' and query like '%as ${database.schema};%'`;
    await expect.poll(() => database.run(`select 1 ${holder}`)).toHaveLength(1);

    let read = 0;
    const reads = Array.from({ length: 2 * maxConnections }, async () => {
      const { items } = await storage.chatIndex.list({ scope: everything, limit: 1, text: "tents" });
      read += 1;
      return items;
    });
    expect((await storage.agents.find("guide"))?.id).toBe("guide");
    expect(read).toBe(0);
    await held;
    expect((await Promise.all(reads)).flat()).toEqual([]);
  });
});
