/**
 * Words for searches, which PostgreSQL updates with their rows. The configuration `simple` changes words of no
 * language; accents are removed, as in the words of a search. Headings have weight A, text D.
 */
export const searchStatements: readonly string[] = [
  `alter table passages add column words tsvector not null generated always as (
    ${vectorOf("headings", "A")} || ${vectorOf("heading_terms", "A")} ||
    ${vectorOf("text", "D")} || ${vectorOf("text_terms", "D")}) stored`,
  "create index passage_words on passages using gin (words)",

  // Folded before they are stored, so that the parser finds nothing but words.
  `alter table chat_texts add column words tsvector not null
    generated always as (to_tsvector('simple', text)) stored`,
  "create index chat_words on chat_texts using gin (words)",
];

function vectorOf(column: string, weight: string): string {
  return `setweight(to_tsvector('simple',
    regexp_replace(normalize(${column}, NFKD), U&'[\\0300-\\036F]', '', 'g')), '${weight}')`;
}

/** Triggers note which chats have changed, for their list. */
export const chatListStatements: readonly string[] = [
  `create function note_chat_change() returns trigger language plpgsql as $$
    begin
      insert into chat_changes (session_id, turn) values (new.session_id, new.turn);
      return null;
    end $$`,
  `create trigger reply_begun after insert on replies
    for each row execute function note_chat_change()`,
  `create trigger reply_changed after update of status, rating, comment, replaced on replies
    for each row when ((old.status, old.replaced, old.rating, old.comment)
      is distinct from (new.status, new.replaced, new.rating, new.comment))
    execute function note_chat_change()`,
];
