/** Triggers write a delivery for each webhook that wants an event, in the transaction of the event. */
export const webhookTriggers: readonly string[] = [
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
  // What is said to drafts of agents is no event.
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
