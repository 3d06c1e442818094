import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { runAll, sharedTables } from "../schema/baseline/index.ts";
import { baseline, migrations } from "../schema/migrations.ts";

/** Every step of a SQLite database, by name. */
export const sqliteMigrations: Readonly<Record<string, Migration>> = {
  [baseline]: { up: createTables },
  ...migrations,
};

/** SQLite counts an integer primary key up automatically. */
async function createTables(database: Kysely<unknown>): Promise<void> {
  await runAll(database, [
    ...sharedTables({ rowId: "integer", countedKey: "integer primary key" }),
    ...chatListStatements,
    ...searchStatements,
    ...webhookTriggers,
  ]);
}

/**
 * Full-text indexes. They contain no text themselves: triggers update them with their table, also when its rows are
 * deleted with an agent or a chat.
 */
const searchStatements: readonly string[] = [
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
    // So many of one size make the next: with fewer, every word would be written again more often.
    set("usermerge", 8),
    // Reached only while steps are not taken, as during the copy of an installation: searches read every segment.
    set("crisismerge", 64),
  ];
}

/** What keeps the list of chats current: triggers record which have changed, and an index has all that filters look at. */
const chatListStatements: readonly string[] = [
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

/** Triggers write a delivery for each webhook that wants an event, in the transaction of the event. */
const webhookTriggers: readonly string[] = [
  `create trigger message_for_webhooks after insert on messages begin
    ${insert({ type: "'chat.started'", at: "new.created_at" })} and new.position = 0
      and not exists (select 1 from messages where session_id = new.session_id and turn < new.turn);
    ${insert({ type: "'message.created'", at: "new.created_at", subject: "new.id", detail: "'visitor'" })};
  end`,
  `create trigger person_for_webhooks after insert on replies when new.author = 'person' begin
    ${insert({
      type: "'message.created'",
      at: "new.created_at",
      subject: "new.id",
      detail: "'person'",
      name: "new.author_name",
    })};
  end`,
  `create trigger reply_for_webhooks after update of status on replies
    when old.status = 'streaming' and new.status <> 'streaming' and new.author is null
      and (new.content <> '' or new.parts <> '[]')
    begin
      ${insert({ type: "'message.created'", subject: "new.id", detail: "'agent'" })};
    end`,
  `create trigger rating_for_webhooks after update of rating, comment on replies
    when new.rating is not null and (old.rating is not new.rating or old.comment is not new.comment)
    begin
      ${insert({ type: "'feedback.created'", at: "new.rated_at", subject: "new.id", detail: "new.rating" })};
    end`,
  `create trigger move_for_webhooks after insert on chat_events
    when new.type in ('waiting', 'joined', 'assigned', 'closed')
    begin
      ${insert({
        type: "case new.type when 'waiting' then 'chat.waiting' when 'closed' then 'chat.closed' else 'chat.taken' end",
        at: "new.at",
        name: "new.name",
      })};
    end`,
  `create trigger erasure_for_webhooks after delete on sessions begin
    delete from webhook_deliveries where session_id = old.id and state <> 'pending';
    update webhook_deliveries set name = null where session_id = old.id and name is not null;
    ${insert({ type: "'chat.erased'", session: "old.id", agent: "old.agent_id" })} and old.turns > 0;
  end`,
  `create trigger address_for_webhooks after update of address_at on handoffs
    when new.address_at is not null and old.address_at is not new.address_at
    begin
      ${insert({ type: "'address.left'", at: "new.address_at" })};
    end`,
  // Messages to drafts of agents are not events.
  `create trigger previews_are_quiet before insert on webhook_deliveries
    when new.agent_id like 'preview:%'
    begin select raise(ignore); end`,
];

/** A delivery for each webhook that wants the event. Columns of the session, if it still exists, are `s`. */
function insert({
  type,
  at = "cast(unixepoch('subsec') * 1000 as integer)",
  subject = "null",
  detail = "null",
  name = "null",
  session = "new.session_id",
  agent = "s.agent_id",
}: {
  readonly type: string;
  readonly at?: string;
  readonly subject?: string;
  readonly detail?: string;
  readonly name?: string;
  readonly session?: string;
  readonly agent?: string;
}): string {
  const isThere = agent.startsWith("s.");
  return `insert into webhook_deliveries
      (id, webhook_id, type, at, session_id, agent_id, subject, detail, name, state, tries, tried, next_at, claimed_until)
    select 'msg_' || lower(hex(randomblob(16))), w.id, ${type}, ${at}, ${session}, ${agent}, ${subject}, ${detail},
      ${name}, 'pending', '[]', 0, 0, 0
    from webhooks w ${isThere ? "cross join sessions s" : ""}
    where ${isThere ? `s.id = ${session} and` : ""} w.enabled = 1
      and instr(w.events, '"' || (${type}) || '"') > 0
      and (w.agents is null or instr(w.agents, '"' || ${agent} || '"') > 0)`;
}
