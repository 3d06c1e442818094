/** Statements that bring a database of this version back to what the baseline leaves, as the version before had it. */
export const undoSteps = `
  alter table waiting_alerts add column mailed_at bigint;
  update waiting_alerts set mailed_at = 7;
  alter table agents drop column drafted_by;
  drop table uploaded_documents;
  drop table document_contents;
  drop table document_pieces;
  drop table document_totals;
  alter table keys drop column sealed_key;
  drop table agent_drafts;
  drop index agents_to_read;
  alter table agents drop column sources_requested;
  drop table syncs;
  drop table source_failures;
  drop table secrets;
  drop index chats_in_hand;
  drop table chat_tags;
  drop table chat_snoozes;
  drop table chat_seen;
  alter table audit drop column on_name;
  alter table audit drop column details;
  drop index chats_rated_down;
  drop index chats_unanswered;
  drop table operator_faces;
  delete from kysely_migration where name > '0001-baseline';`;
