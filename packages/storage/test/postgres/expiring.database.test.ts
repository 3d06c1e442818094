import { describe, expect, test } from "vitest";
import { sampleFile } from "../suite/files.ts";
import { putAgent, startChat } from "../suite/samples.ts";
import { emptyDatabase, isMissing, title, type TestDatabase } from "./database.ts";

const dayMs = 86_400_000;

/** Runs a statement, and commits it as soon as another transaction waits for a row that it changed. */
async function commitOnceAwaited(database: TestDatabase, statement: string) {
  const untilAwaited = `do $$ begin
    for turn in 1..2000 loop
      if exists (select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid) then
        return;
      end if;
      perform pg_sleep(0.01) as ${database.schema};
    end loop;
    raise 'Nothing waited for the row.';
  end $$`;
  const committed = database.run(`begin; ${statement}; ${untilAwaited}; commit`);
  const sleeping = `select 1 from pg_stat_activity
    where wait_event = 'PgSleep' and query like '%as ${database.schema};%'`;
  await expect.poll(() => database.run(sleeping), { interval: 20 }).toHaveLength(1);
  return { committed };
}

describe.skipIf(isMissing)(title, () => {
  test("an upload that is sent at the moment it expires stays", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    const { sessionId } = await startChat(storage);
    const file = sampleFile();
    await storage.files.add({ file, session: { id: sessionId }, max: { files: 9, bytes: 1000 } });

    const sending = await commitOnceAwaited(
      database,
      `update files set sent_at = 2000 where id = '${file.id}'`,
    );
    await storage.conversations.expire({ now: dayMs + 2000, idleSince: 0, createdSince: 0 });
    await sending.committed;

    expect(await storage.files.find({ sessionId, ids: [file.id] })).toHaveLength(1);
  });

  test("a session that gets a message at the moment it expires stays", async () => {
    await using database = emptyDatabase();
    const storage = await database.open();
    await putAgent(storage);
    const { sessionId } = await startChat(storage);

    const asking = await commitOnceAwaited(
      database,
      `update sessions set last_active_at = 9000 where id = '${sessionId}'`,
    );
    expect(await storage.conversations.expire({ now: 9000, idleSince: 5000, createdSince: 0 })).toBe(0);
    await asking.committed;

    expect(await storage.conversations.find(sessionId)).toMatchObject({ lastActiveAt: 9000 });
  });
});
