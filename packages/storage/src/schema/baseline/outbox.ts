/** What is sent to others: alerts to people, mail to visitors, and webhooks. No text of a chat is in any of it. */
export const notificationTables: readonly string[] = [
  // Browsers of people to which alerts are pushed. A session that expires leaves its row here; one that is ended does not.
  `create table push_subscriptions (
    id text primary key,
    operator_id text not null references operators (id) on delete cascade,
    -- The session in which it was made.
    session_id text not null,
    -- Address and keys, encrypted.
    sealed text not null,
    -- Its name, for the list.
    browser text not null,
    created_at bigint not null,
    last_at bigint
  )`,
  "create index push_subscriptions_of_person on push_subscriptions (operator_id, created_at)",

  // Chats that wait for a person.
  `create table waiting_alerts (
    session_id text primary key references sessions (id) on delete cascade,
    -- When it was first seen to wait.
    noted_at bigint not null,
    -- Unused: mails are counted for each person, in alert_mails.
    mailed_at bigint,
    -- When people were last alerted by push.
    pushed_at bigint
  )`,
  "create index alerts_by_time on waiting_alerts (noted_at)",

  // Mails about a chat that waits, to one person.
  `create table alert_mails (
    session_id text not null references sessions (id) on delete cascade,
    operator_id text not null references operators (id) on delete cascade,
    -- The last one.
    at bigint not null,
    -- How many there were in the hour that began then.
    hour_at bigint not null,
    in_hour bigint not null,
    constraint alert_mails_key primary key (session_id, operator_id)
  )`,
  "create index alert_mails_of_person on alert_mails (operator_id)",

  // How often people were alerted.
  `create table alert_rounds (
    -- push for everybody, or mail: and the id of a person.
    name text primary key,
    -- The last time.
    at bigint not null,
    -- How often in the hour that began then.
    hour_at bigint not null,
    in_hour bigint not null
  )`,

  // Mail to visitors who left an address.
  `create table visitor_mails (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    created_at bigint not null,
    -- The visitor has seen what people wrote before then.
    since bigint not null,
    -- It contains what people wrote in the turns after this one, up to the last.
    after_turn bigint not null,
    last_turn bigint not null,
    -- pending, sent, failed or dropped.
    state text not null,
    -- Attempts so far, when the next one is due, and until when a node is at it.
    tried bigint not null,
    next_at bigint,
    claimed_until bigint not null,
    -- SHA-256 of the secret of its link, and the secret, encrypted; null once it is sent.
    link_hash text not null unique,
    sealed_link text,
    -- Of the link; and when somebody used it.
    expires_at bigint not null,
    used_at bigint,
    constraint mail_of_turns unique (session_id, after_turn)
  )`,
  "create index visitor_mails_due on visitor_mails (next_at) where state = 'pending'",

  // Mails to an address in the last day. They count on when the chat is erased: no foreign key.
  `create table mailed_addresses (
    mail_id text primary key,
    -- Of the address in lower case, with a key that is not in the database.
    address_hash text not null,
    at bigint not null
  )`,
  "create index mailed_addresses_of on mailed_addresses (address_hash, at)",
  "create index mailed_addresses_at on mailed_addresses (at)",

  `create table webhooks (
    id text primary key,
    -- Encrypted, like the secret.
    url text not null,
    format text not null,
    -- Types of events, a list as JSON.
    events text not null,
    -- Agents, a list as JSON; null for all.
    agents text,
    -- 1 if it receives the texts of messages.
    text bigint not null,
    -- 0 while it is paused.
    enabled bigint not null,
    secret text not null,
    created_at bigint not null,
    -- Counts the changes.
    revision bigint not null
  )`,

  // An event for a webhook. Triggers write it; without a foreign key, no message fails while a webhook is removed.
  `create table webhook_deliveries (
    -- As the receiver knows it.
    id text primary key,
    webhook_id text not null,
    type text not null,
    at bigint not null,
    session_id text not null,
    agent_id text not null,
    -- Id of the message that it is about.
    subject text,
    -- Of a message its author: visitor, agent or person; of feedback the rating.
    detail text,
    -- The person's, as visitors read it.
    name text,
    -- pending, or how it ended.
    state text not null,
    -- Results of the last attempts, a list as JSON.
    tries text not null,
    -- Attempts since it was last requested, when the next one is due, and until when a node is at it.
    tried bigint not null,
    next_at bigint,
    claimed_until bigint not null
  )`,
  "create index deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'pending'",
  "create index deliveries_by_due_time on webhook_deliveries (next_at) where state = 'pending'",
  "create index deliveries_of_webhook on webhook_deliveries (webhook_id, at, id)",
  "create index deliveries_of_chat on webhook_deliveries (session_id, type)",
  "create index deliveries_by_time on webhook_deliveries (at)",
];
