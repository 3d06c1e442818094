import { sql, type Kysely } from "kysely";
import { createChats } from "../../migrations/create-chats.ts";

/**
 * Operators' lists and search. Triggers note which chats have changed, whichever version writes. The full-text index
 * contains no text itself, and has prefixes of one and two letters, which thousands of words share. `secure-delete`
 * removes the words of an erased chat from it at once.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createChats(database, { type: "integer", counted: (column) => column });
  // All that filters look at: a list is filtered along this index, and no text is read for it.
  await sql`create index chats_to_filter on chats (last_at, id, number, agent_id, key_id, started_at, outcome, rating,
    holder, language, marks, versions, user_id)`.execute(database);
  await sql`create trigger reply_begun after insert on replies begin
    insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
  end`.execute(database);
  await sql`create trigger reply_changed after update of status, rating, comment, replaced on replies
    when old.status <> new.status or old.replaced <> new.replaced
      or old.rating is not new.rating or old.comment is not new.comment
    begin
      insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
    end`.execute(database);

  await sql`create virtual table chat_index using fts5(
    text, content = 'chat_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0',
    prefix = '1 2'
  )`.execute(database);
  await sql`insert into chat_index(chat_index, rank) values ('secure-delete', 1)`.execute(database);
  await sql`create trigger chat_text_added after insert on chat_texts begin
    insert into chat_index(rowid, text) values (new.id, new.text);
  end`.execute(database);
  await sql`create trigger chat_text_removed after delete on chat_texts begin
    insert into chat_index(chat_index, rowid, text) values ('delete', old.id, old.text);
  end`.execute(database);
  await sql`create trigger chat_text_changed after update of text on chat_texts begin
    insert into chat_index(chat_index, rowid, text) values ('delete', old.id, old.text);
    insert into chat_index(rowid, text) values (new.id, new.text);
  end`.execute(database);
}
