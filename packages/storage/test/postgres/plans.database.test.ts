import { describe, expect, test } from "vitest";
import { doEverything, growingTables } from "../suite/every-operation.ts";
import { endOf, putAgent, startChat } from "../suite/samples.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";
import { rowsRead } from "./rows-read.ts";

const others = 5_000;

describe.skipIf(isMissing)(title, () => {
  test("whatever is done with conversations finds its rows by an index, among many others", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    await database.run(fill);
    const before = await rowsRead(database);
    await doEverything(storage);
    // A connection's reads are counted when it is closed.
    await storage.close();
    const after = await rowsRead(database);

    for (const table of growingTables) {
      const read = (after[table] ?? 0) - (before[table] ?? 0);
      expect(read, `rows read in ${table}`).toBeGreaterThan(0);
      expect(read, `rows read in ${table}`).toBeLessThan(others / 10);
    }
  });

  test("what the model reads of a chat costs the same, however many of its turns were replaced", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    const { sessionId, replyId } = await startChat(storage);
    await storage.conversations.endReply(endOf(replyId));
    await database.run(replacing(sessionId));
    const before = await rowsRead(database);
    const recent = await storage.conversations.recentTurns({ sessionId, before: others + 3, limit: 20 });
    await storage.close();
    const after = await rowsRead(database);

    expect(recent.map(({ number }) => number)).toEqual([1, others + 2]);
    for (const table of ["messages", "replies", "questions"])
      expect((after[table] ?? 0) - (before[table] ?? 0), `rows read in ${table}`).toBeLessThan(others / 10);
  });
});

/** A chat with a turn, a question and an idempotency key for each of the others, none of them past its time. */
const fill = `
  insert into sessions (id, agent_id, token_hash, created_at, last_active_at, turns)
    select 'other ' || n, 'guide', 'other ' || n, 10000, 10000 + n, 1 from generate_series(1, ${others}) as n;
  insert into messages (id, session_id, turn, position, content, parts, created_at)
    select id, id, 1, 0, 'Hello', '[]', 10000 from sessions;
  insert into replies (id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node)
    select id, id, 1, 'complete', 'Good day.', '[]', '[]', null, 0, 10000, 'self' from sessions;
  insert into reply_facts (reply_id, agent_id, key_id, model, asked_at, tokens_in, tokens_out, unanswered)
    select id, 'guide', 'shop1', 'tiny', created_at, 1, 1, 0 from replies;
  insert into questions (session_id, id, turn, answer) select id, 'colour', 1, null from sessions;
  insert into files (id, session_id, kind, name, media_type, size, alt, created_at, sent_at, bytes)
    select id, id, 'upload', 'a.txt', 'text/plain', 1, '', 10000, 10000, 'x' from sessions;
  insert into idempotency (agent_id, key, body_hash, session_id, turn, reply_id, expires_at)
    select 'guide', id, 'hash', id, 1, id, 100000000 from sessions;
  analyze;`;

/** A chat in whose second place one turn after the other was put, each with a question that was passed over. */
const replacing = (sessionId: string) => `
  insert into messages (id, session_id, turn, position, content, parts, created_at)
    select 'm' || n, '${sessionId}', n, 0, 'Hello', '[]', 10000 from generate_series(2, ${others + 2}) as n;
  insert into replies
    (id, session_id, turn, status, content, parts, transcript, failure, truncated, created_at, node, replaced)
    select 'r' || n, '${sessionId}', n, 'complete', 'Good day.', '[]', '[]', null, 0, 10000, 'self',
      case when n < ${others + 2} then 1 else 0 end from generate_series(2, ${others + 2}) as n;
  insert into questions (session_id, id, turn, answer)
    select '${sessionId}', 'q' || n, n, '{"answers":{},"skipped":true}' from generate_series(2, ${others + 1}) as n;
  update sessions set turns = ${others + 2} where id = '${sessionId}';
  analyze;`;
