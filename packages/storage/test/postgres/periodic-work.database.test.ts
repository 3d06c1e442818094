import { describe, expect, test } from "vitest";
import { lookForWork, settledChats, tablesOfKnowledge, tablesOfWork } from "../suite/periodic-work.ts";
import { putAgent } from "../suite/samples.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";
import { rowsRead } from "./rows-read.ts";

const others = 10_000;

describe.skipIf(isMissing)(title, () => {
  test("whatever looks for work every few seconds reads next to nothing among many settled chats", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    await database.run([...settledChats(others), "analyze"].join(";"));
    const before = await rowsRead(database);
    await lookForWork(storage);
    // A connection's reads are counted when it is closed.
    await storage.close();
    const after = await rowsRead(database);

    for (const table of [...tablesOfWork, ...tablesOfKnowledge, "replies"])
      expect((after[table] ?? 0) - (before[table] ?? 0), `rows read in ${table}`).toBeLessThan(others / 100);
  });
});
