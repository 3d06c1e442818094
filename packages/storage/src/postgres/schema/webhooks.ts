/** Triggers write a delivery for each webhook that wants an event, in the transaction of the event. */
export const webhookTriggers: readonly string[] = [
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
  // What is said to drafts of agents is no event.
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
