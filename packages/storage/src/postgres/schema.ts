import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { runAll, sharedTables } from "../schema/baseline/index.ts";
import { baseline, migrations } from "../schema/migrations.ts";

/** Every step of a PostgreSQL database, by name. */
export const postgresMigrations: Readonly<Record<string, Migration>> = {
  [baseline]: { up: createTables },
  ...migrations,
};

async function createTables(database: Kysely<unknown>): Promise<void> {
  await runAll(database, [
    ...revisionStatements,
    ...sharedTables({
      rowId: "bigint",
      countedKey: "bigint generated always as identity primary key",
    }),
    ...chatListStatements,
    ...searchStatements,
    ...webhookTriggers,
  ]);
}

/** One row that counts the changes of agents and keys, by which every node notices them. */
const revisionStatements: readonly string[] = [
  "create table revision (value bigint not null)",
  "insert into revision (value) values (0)",
];

/**
 * Words for searches, which PostgreSQL updates with their rows. The configuration `simple` changes words of no
 * language; accents are removed, as in the words of a search. Headings have weight A, text D.
 */
const searchStatements: readonly string[] = [
  `alter table passages add column words tsvector not null generated always as (
    ${vectorOf("headings", "A")} || ${vectorOf("heading_terms", "A")} ||
    ${vectorOf("text", "D")} || ${vectorOf("text_terms", "D")}) stored`,
  "create index passage_words on passages using gin (words)",

  // Folded before they are stored, so that the parser finds nothing but words.
  `alter table chat_texts add column words tsvector not null
    generated always as (to_tsvector('simple', text)) stored`,
  // Each look into the index reads what waits to be merged into it, and a search may look once for each chat: 4 MB, as by
  // default, made one of 200 chats take a second.
  "create index chat_words on chat_texts using gin (words) with (gin_pending_list_limit = 64)",
];

function vectorOf(column: string, weight: string): string {
  return `setweight(to_tsvector('simple',
    regexp_replace(normalize(${column}, NFKD), U&'[\\0300-\\036F]', '', 'g')), '${weight}')`;
}

/** Triggers record which chats have changed, for their list. */
const chatListStatements: readonly string[] = [
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

/** Triggers write a delivery for each webhook that wants an event, in the transaction of the event. */
const webhookTriggers: readonly string[] = [
  `create function note_for_webhooks(event text, chat text, agent text, happened bigint, about text, what text,
      who text) returns void language sql as $$
    insert into webhook_deliveries (id, webhook_id, type, at, session_id, agent_id, subject, detail, name, state, tries,
      tried, next_at, claimed_until)
    select 'msg_' || replace(gen_random_uuid()::text, '-', ''), w.id, event,
      coalesce(happened, (extract(epoch from clock_timestamp()) * 1000)::bigint), chat, agent, about, what, who,
      'pending', '[]', 0, 0, 0
    from webhooks w
    where w.enabled = 1 and strpos(w.events, '"' || event || '"') > 0
      and (w.agents is null or strpos(w.agents, '"' || agent || '"') > 0) $$`,
  `create function note_in_chat_for_webhooks(event text, chat text, happened bigint, about text, what text,
      who text) returns void language plpgsql as $$
    begin
      if exists (select 1 from webhooks) then
        perform note_for_webhooks(event, chat, s.agent_id, happened, about, what, who)
          from sessions s where s.id = chat;
      end if;
    end $$`,
  ...trigger(
    "message_for_webhooks",
    "after insert on messages for each row",
    `if new.position = 0
        and not exists (select 1 from messages where session_id = new.session_id and turn < new.turn) then
        perform note_in_chat_for_webhooks('chat.started', new.session_id, new.created_at, null, null, null);
      end if;
      perform note_in_chat_for_webhooks('message.created', new.session_id, new.created_at, new.id, 'visitor', null);`,
  ),
  ...trigger(
    "person_for_webhooks",
    "after insert on replies for each row when (new.author = 'person')",
    `perform note_in_chat_for_webhooks('message.created', new.session_id, new.created_at, new.id, 'person',
      new.author_name);`,
  ),
  ...trigger(
    "reply_for_webhooks",
    `after update of status on replies for each row
      when (old.status = 'streaming' and new.status <> 'streaming' and new.author is null
        and (new.content <> '' or new.parts <> '[]'))`,
    "perform note_in_chat_for_webhooks('message.created', new.session_id, null, new.id, 'agent', null);",
  ),
  ...trigger(
    "rating_for_webhooks",
    `after update of rating, comment on replies for each row
      when (new.rating is not null and ((old.rating, old.comment) is distinct from (new.rating, new.comment)))`,
    `perform note_in_chat_for_webhooks('feedback.created', new.session_id, new.rated_at, new.id, new.rating, null);`,
  ),
  ...trigger(
    "move_for_webhooks",
    `after insert on chat_events for each row when (new.type in ('waiting', 'joined', 'assigned', 'closed'))`,
    `perform note_in_chat_for_webhooks(
      case new.type when 'waiting' then 'chat.waiting' when 'closed' then 'chat.closed' else 'chat.taken' end,
      new.session_id, new.at, null, null, new.name);`,
  ),
  ...trigger(
    "erasure_for_webhooks",
    "after delete on sessions for each row",
    `delete from webhook_deliveries where session_id = old.id and state <> 'pending';
      update webhook_deliveries set name = null where session_id = old.id and name is not null;
      if old.turns > 0 then
        perform note_for_webhooks('chat.erased', old.id, old.agent_id, null, null, null, null);
      end if;`,
  ),
  ...trigger(
    "address_for_webhooks",
    `after update of address_at on handoffs for each row
      when (new.address_at is not null and old.address_at is distinct from new.address_at)`,
    "perform note_in_chat_for_webhooks('address.left', new.session_id, new.address_at, null, null, null);",
  ),
  // Messages to drafts of agents are not events.
  ...trigger(
    "previews_are_quiet",
    "before insert on webhook_deliveries for each row when (new.agent_id like 'preview:%')",
    "",
  ),
];

/** A trigger, and the function of the same name that it calls. */
function trigger(name: string, when: string, body: string): readonly string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${name} ${when} execute function ${name}()`,
  ];
}
