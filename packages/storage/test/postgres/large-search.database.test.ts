import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { putAgent } from "../suite/samples.ts";
import { emptyDatabaseAlone, isMissing, title } from "./database.ts";

/** More than the service looks at without statistics. */
const count = 21_000;

/** All of the same length. Common words occur in a third and in half of all passages, each other word in a few. */
const fill = `
  insert into documents (id, agent_id, source, location, title, url, fingerprint, read_at)
    values ('d', 'guide', 'files', 'a.md', 'Shop', null, '1', 1);
  insert into passages (document_id, agent_id, headings, anchor, text)
    select 'd', 'guide', case when n % 700 = 0 then '["Shop","Your order"]' else '["Shop","Your way"]' end, null,
      case when n % 3 = 0 then 'One order here. ' else 'One thing here. ' end ||
      case when n % 2 = 0 then 'See the report. ' else 'See the place. ' end ||
      'Number' || n || ' topic' || n % 500
    from generate_series(1, ${count}) as n;`;

async function openLarge() {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await emptyDatabaseAlone());
  const storage = await database.open();
  await putAgent(storage);
  await database.run(fill);
  const find = async (words: readonly string[], from = storage) =>
    (await from.knowledge.search({ agentId: "guide", words, limit: 10 })).map(({ id }) => Number(id));
  const indexes = async () =>
    database.run(
      `select indexrelid::regclass::text as name, indisvalid as valid, idx_scan as scans
      from pg_index join pg_stat_all_indexes using (indexrelid)
      where pg_stat_all_indexes.indexrelname = 'passage_heading_words' and schemaname = '${database.schema}'`,
    );
  const own = stack.move();
  return { database, storage, find, indexes, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

describe.skipIf(isMissing)(title, () => {
  test("a search among many passages finds what one finds that looks at all of them", async () => {
    await using large = await openLarge();
    const { database, find, indexes } = large;
    const questions = [["topic77", "order"], ["topic77", "topic78", "report"], ["number4200"], ["nothing"]];
    // PostgreSQL has not counted anything yet, so every passage is ranked that has one of the words.
    const before = await Promise.all(questions.map((words) => find(words)));
    const { knowledge } = large.storage;
    await knowledge.optimize("guide");
    const counted = await database.open();
    const after = await Promise.all(questions.map((words) => find(words, counted)));

    expect(after).toEqual(before);
    // Where all words are common, those that have one in a heading, and those that have both.
    expect((await find(["order"], counted)).map((id) => id % 700)).toEqual(
      Array.from({ length: 10 }, () => 0),
    );
    const both = await counted.knowledge.search({ agentId: "guide", words: ["order", "report"], limit: 40 });
    expect(both).toHaveLength(40);
    for (const { id, headings } of both)
      expect(headings.at(-1) === "Your order" || Number(id) % 6 === 0).toBe(true);
    expect(await indexes()).toEqual([expect.objectContaining({ valid: true })]);
    // Its scans are counted when a connection ends on the server, which may be after it is closed here.
    await counted.close();
    await expect.poll(async () => Number((await indexes())[0]?.["scans"])).toBeGreaterThan(0);
  });

  test("an index whose creation was interrupted is created again", async () => {
    await using large = await openLarge();
    const { database, storage, indexes } = large;
    await storage.knowledge.optimize("guide");
    await database.run(
      "update pg_index set indisvalid = false where indexrelid = 'passage_heading_words'::regclass",
    );
    await storage.knowledge.optimize("guide");
    expect(await indexes()).toEqual([expect.objectContaining({ valid: true })]);
  });

  test("an agent with few passages needs no index", async () => {
    await using database = await emptyDatabaseAlone();
    const storage = await database.open();
    await putAgent(storage);
    await storage.knowledge.optimize("guide");
    expect(await database.run("select to_regclass('passage_heading_words') as name")).toEqual([
      { name: null },
    ]);
  });

  test("making an index ends when it is no longer wanted, and when the storage is closed", async () => {
    await using large = await openLarge();
    const { database, storage } = large;
    const making = () =>
      database.run(
        `select 1 from pg_stat_activity join pg_locks using (pid)
        where relation = '${database.schema}.passages'::regclass and application_name = 'servicechat maintenance'`,
      );
    // A transaction that began before and writes to the table keeps the index waiting.
    const writer = new Client({ connectionString: database.url });
    await writer.connect();
    try {
      await writer.query(`begin; update ${database.schema}.passages set anchor = 'a' where anchor = 'b'`);
      const stop = new AbortController();
      const stopped = storage.knowledge.optimize("guide", stop.signal);
      await expect.poll(making, { interval: 20 }).not.toEqual([]);
      const reason = new Error("no longer wanted");
      stop.abort(reason);
      await expect(stopped).rejects.toBe(reason);
      await expect.poll(making, { interval: 20 }).toEqual([]);

      const closed = storage.knowledge.optimize("guide");
      const outcome = expect(closed).rejects.toThrow("The database is not available.");
      await expect.poll(making, { interval: 20 }).not.toEqual([]);
      await storage.close();
      await outcome;
    } finally {
      await writer.end();
    }
  });
});
