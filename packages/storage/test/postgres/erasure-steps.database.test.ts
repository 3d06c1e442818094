import { describe } from "vitest";
import { erasurePromises, type WatchedDatabase } from "../suite/erasures.ts";
import { emptyDatabase, isMissing, title } from "./database.ts";

describe.skipIf(isMissing)(title, () => erasurePromises(openWatched));

const tables = ["sessions", "messages", "replies", "chat_texts", "chat_turns", "chats", "gap_questions"];

async function openWatched(): Promise<WatchedDatabase> {
  const database = emptyDatabase();
  const storage = await database.open();
  await database.run(`
    create table deletions (transaction text);
    create function note_deletion() returns trigger language plpgsql as $$ begin
      insert into deletions values (pg_current_xact_id()::text); return null; end $$;
    ${tables
      .map(
        (table) =>
          `create trigger noted after delete on ${table} for each row execute function note_deletion()`,
      )
      .join(";")};
    create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  return {
    storage,
    run: (text) => database.run(text),
    async breakOff() {
      await database.run("create trigger broken before delete on messages execute function refuse()");
      return async () => void (await database.run("drop trigger broken on messages"));
    },
    async mostDeleted(work) {
      await database.run("truncate deletions");
      await work();
      const [row] = await database.run(
        "select max(rows) as most from (select count(*) as rows from deletions group by transaction) as counted",
      );
      return Number(row?.["most"]);
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
