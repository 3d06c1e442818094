import { sql, type Kysely } from "kysely";
import { createChats } from "../../migrations/create-chats.ts";

/**
 * Operators' lists and search. Triggers note which chats have changed, whichever version writes. Words are folded
 * before they are stored, so that the parser finds nothing but words.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createChats(database, {
    type: "bigint",
    counted: (column) => column.generatedAlwaysAsIdentity(),
  });
  await sql`create function note_chat_change() returns trigger language plpgsql as $$
    begin
      insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
      return null;
    end $$`.execute(database);
  await sql`create trigger reply_begun after insert on replies
    for each row execute function note_chat_change()`.execute(database);
  await sql`create trigger reply_changed after update of status, rating, comment, replaced on replies
    for each row when ((old.status, old.replaced, old.rating, old.comment)
      is distinct from (new.status, new.replaced, new.rating, new.comment))
    execute function note_chat_change()`.execute(database);
  await sql`alter table chat_texts add column words tsvector not null
    generated always as (to_tsvector('simple', text)) stored`.execute(database);
  await database.schema.createIndex("chat_words").on("chat_texts").using("gin").column("words").execute();
}
