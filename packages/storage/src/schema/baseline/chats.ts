/**
 * Chats of visitors, in the table sessions, and all that is deleted with them. A turn is a number in its chat: what the
 * visitor said, and one reply. Short columns come first, so that reading them does not read long texts.
 */
export const chatTables: readonly string[] = [
  `create table sessions (
    id text primary key,
    agent_id text not null references agents (id) on delete cascade,
    -- Of the token by which the visitor's browser finds it.
    token_hash text not null unique,
    created_at bigint not null,
    last_active_at bigint not null,
    -- Number of the newest turn. They are counted from 1 without gaps.
    turns integer not null,
    -- agent, waiting or person.
    holder text not null default 'agent',
    -- Counts the moves to another holder.
    epoch bigint not null default 0,
    -- The epoch in which a person last took it: replies of earlier ones are no longer written.
    taken_epoch bigint not null default 0,
    held_since bigint,
    -- The person who holds it, and their name as visitors read it.
    operator_id text,
    operator_name text,
    -- 1 once it is gone for everybody, while its rows are being deleted.
    erased integer not null default 0
  )`,
  "create index sessions_of_agent on sessions (agent_id, last_active_at)",
  "create index sessions_by_activity on sessions (last_active_at)",
  "create index sessions_by_age on sessions (created_at)",
  "create index sessions_without_turn on sessions (last_active_at) where turns = 0",
  "create index chats_of_people on sessions (holder, id) where holder <> 'agent'",
  "create index erased_sessions on sessions (id) where erased = 1",

  // Messages of the visitor.
  `create table messages (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    turn integer not null,
    -- Within its turn, from 0.
    position integer not null,
    created_at bigint not null,
    -- The text.
    content text not null,
    -- Files, actions and answers in it, as JSON.
    parts text not null,
    constraint messages_in_order unique (session_id, turn, position)
  )`,

  // The one reply of a turn, whoever writes it.
  `create table replies (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    turn integer not null,
    -- streaming while it is being written, then complete or incomplete.
    status text not null,
    -- Code of the failure that ended it.
    failure text,
    -- What ended it before all was said: 0 nothing, 1 the output limit, 2 a content filter.
    truncated integer not null,
    created_at bigint not null,
    -- Id of the node that writes it.
    node text not null,
    -- 1 once a later turn has replaced this one.
    replaced integer not null default 0,
    -- That of its chat when its turn was accepted.
    epoch bigint not null default 0,
    -- person; nobody, while a person is to answer; null: the agent.
    author text,
    author_id text,
    -- As visitors read it.
    author_name text,
    -- Id of the key with which the turn came; null if none is known.
    asked_key text,
    -- up or down, what the visitor wrote about it, and when.
    rating text,
    comment text,
    rated_at bigint,
    -- The text.
    content text not null,
    -- What it consists of, in order, as JSON.
    parts text not null,
    -- What the model wrote and which tools it called, as JSON, for its next turn.
    transcript text not null,
    -- Its explanation for operators, as JSON; null while it is being written.
    details text,
    constraint replies_in_order unique (session_id, turn)
  )`,
  "create index open_replies on replies (session_id, turn) where status = 'streaming'",
  "create index turns_in_place on replies (session_id, turn) where replaced = 0",
  "create index rated_replies on replies (rated_at) where rated_at is not null",

  // Questions that a reply asked, such as whether to make a request. Here no reply that is being written overwrites the answer.
  `create table questions (
    session_id text not null references sessions (id) on delete cascade,
    id text not null,
    turn integer not null,
    -- As JSON; null while it is open.
    answer text,
    constraint questions_key primary key (session_id, id)
  )`,
  "create index questions_of_turn on questions (session_id, turn)",

  // Files that visitors sent, and images that tools made.
  `create table files (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    -- upload or image.
    kind text not null,
    name text not null,
    media_type text not null,
    -- In bytes.
    size bigint not null,
    -- In pixels, of images.
    width integer,
    height integer,
    -- What an image shows, for those who cannot see it.
    alt text not null,
    created_at bigint not null,
    -- null until a message contains it.
    sent_at bigint,
    -- The key with which it came, and the hash of the visitor's address until a message contains it: both limit
    -- what is uploaded and not sent.
    key_id text,
    address text,
    -- Its text, as far as it could be read.
    text text,
    bytes bytea not null
  )`,
  "create index files_of_session on files (session_id)",
  "create index unsent_files on files (created_at) where sent_at is null",
  "create index unsent_files_of_key_id on files (key_id, size) where sent_at is null",
  "create index unsent_files_of_address on files (address, size) where sent_at is null",

  // Which turn a repeated request has already begun.
  `create table idempotency (
    agent_id text not null,
    -- The request's Idempotency-Key.
    key text not null,
    -- Another body with the same key is refused.
    body_hash text not null,
    session_id text not null references sessions (id) on delete cascade,
    turn integer not null,
    reply_id text not null,
    expires_at bigint not null,
    constraint idempotency_key primary key (agent_id, key)
  )`,
  "create index idempotency_of_session on idempotency (session_id)",
  "create index idempotency_by_expiry on idempotency (expires_at)",
];
