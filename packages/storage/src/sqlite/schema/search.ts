/**
 * Full-text indexes. They contain no text themselves: triggers update them with their table, also when its rows are
 * deleted with an agent or a chat.
 */
export const searchStatements: readonly string[] = [
  `create virtual table passage_index using fts5(
    headings, text, heading_terms, text_terms,
    content = 'passages', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
  )`,
  ...settingsOf("passage_index"),
  `create trigger passage_added after insert on passages begin
    insert into passage_index(rowid, headings, text, heading_terms, text_terms)
    values (new.id, new.headings, new.text, new.heading_terms, new.text_terms);
  end`,
  `create trigger passage_removed after delete on passages begin
    insert into passage_index(passage_index, rowid, headings, text, heading_terms, text_terms)
    values ('delete', old.id, old.headings, old.text, old.heading_terms, old.text_terms);
  end`,

  // With prefixes of one and two letters, which thousands of words share.
  `create virtual table chat_index using fts5(
    text, content = 'chat_texts', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 0',
    prefix = '1 2'
  )`,
  ...settingsOf("chat_index"),
  `create trigger chat_text_added after insert on chat_texts begin
    insert into chat_index(rowid, text) values (new.id, new.text);
  end`,
  `create trigger chat_text_removed after delete on chat_texts begin
    insert into chat_index(chat_index, rowid, text) values ('delete', old.id, old.text);
  end`,
];

function settingsOf(index: string): readonly string[] {
  const set = (name: string, value: number) =>
    `insert into ${index}(${index}, rank) values ('${name}', ${value})`;
  return [
    // Deleted words are removed at once instead of at some later merge.
    set("secure-delete", 1),
    // Segments are merged by `merge-words.ts`, in steps, and not by whoever adds one too many.
    set("automerge", 0),
    // Reached only while steps are not taken, as during the copy of an installation: searches read every segment.
    set("crisismerge", 64),
  ];
}

/** What keeps the list of chats current: triggers note which have changed, and an index has all that filters look at. */
export const chatListStatements: readonly string[] = [
  `create index chats_to_filter on chats (last_at, id, number, agent_id, key_id, started_at, outcome, rating,
    holder, language, marks, versions, user_id)`,
  `create trigger reply_begun after insert on replies begin
    insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
  end`,
  `create trigger reply_changed after update of status, rating, comment, replaced on replies
    when old.status <> new.status or old.replaced <> new.replaced
      or old.rating is not new.rating or old.comment is not new.comment
    begin
      insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
    end`,
];
