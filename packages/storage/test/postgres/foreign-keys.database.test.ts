import { describe, expect, test } from "vitest";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => {
  test("each foreign key has an index on its own columns, so that a deletion reads only the rows that it takes along", async () => {
    await using database = emptyDatabase();
    await database.open();
    const keysOf = (condition: string) =>
      database.run(`
        select conrelid::regclass as child, conname as key from pg_constraint
        where contype = 'f' and connamespace = '${database.schema}'::regnamespace and ${condition}`);
    const hasIndex = `exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)`;
    expect(await keysOf(`not ${hasIndex}`)).toEqual([]);
    expect((await keysOf(hasIndex)).length).toBeGreaterThan(20);
  });
});
