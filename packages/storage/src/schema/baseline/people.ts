/** People who use the console, how they sign in, and what they and others did. */
export const peopleTables: readonly string[] = [
  `create table operators (
    id text primary key,
    name text not null,
    -- The name as it is compared: no two are the same.
    name_key text not null unique,
    -- What visitors read; null: the name.
    display_name text,
    role text not null,
    -- Agents that they may see, a list as JSON; null for all.
    agents text,
    -- invited or active.
    state text not null,
    created_at bigint not null,
    last_seen_at bigint,
    -- Counts the changes.
    revision bigint not null,
    password_hash text,
    -- 1 while they take chats.
    available bigint not null default 1,
    -- Where they get mail; nobody else sees it.
    email text,
    -- 1 if they want mail when visitors wait.
    mail_alerts bigint not null default 0,
    -- When they last had the console open.
    present_at bigint
  )`,

  // A link that signs a person in, once.
  `create table sign_in_links (
    operator_id text not null references operators (id) on delete cascade,
    token_hash text primary key,
    expires_at bigint not null
  )`,
  "create index sign_in_links_of_operator on sign_in_links (operator_id)",
  "create index links_by_expiry on sign_in_links (expires_at)",

  // A browser in which a person is signed in.
  `create table operator_sessions (
    operator_id text not null references operators (id) on delete cascade,
    id text primary key,
    token_hash text not null unique,
    created_at bigint not null,
    last_seen_at bigint not null,
    -- Its name, for the list of sessions.
    browser text not null,
    -- When they last proved that it is still them; null: when they signed in.
    confirmed_at bigint
  )`,
  "create index operator_sessions_of_operator on operator_sessions (operator_id)",
  "create index operator_sessions_by_age on operator_sessions (created_at)",

  `create table passkeys (
    operator_id text not null references operators (id) on delete cascade,
    credential_id text primary key,
    public_key bytea not null,
    -- As the authenticator last reported it.
    counter bigint not null,
    -- How browsers reach it, a list as JSON.
    transports text not null,
    name text not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  "create index passkeys_of_operator on passkeys (operator_id)",

  // A question to an authenticator that is not answered yet.
  `create table passkey_challenges (
    challenge text primary key,
    -- register, sign_in or confirm.
    purpose text not null,
    -- null for sign_in, when nobody is known yet.
    operator_id text references operators (id) on delete cascade,
    expires_at bigint not null
  )`,
  "create index challenges_of_operator on passkey_challenges (operator_id)",
  "create index challenges_by_expiry on passkey_challenges (expires_at)",

  // Failed sign-ins by who guesses, by name and by address.
  `create table sign_in_attempts (
    -- guesser, name or address, and the hash of it.
    kind text not null,
    hash text not null,
    misses bigint not null,
    -- When the last attempt that counts was made.
    last_at bigint not null,
    constraint sign_in_attempts_key primary key (kind, hash)
  )`,
  "create index attempts_by_time on sign_in_attempts (last_at)",

  // Like lines of the audit log, tokens outlive their people: no foreign key.
  `create table api_tokens (
    id text primary key,
    -- The secret itself is shown once and not stored.
    secret_hash text not null,
    name text not null,
    role text not null,
    -- Agents that it may see, a list as JSON; null for all.
    agents text,
    -- The person on whose behalf it acts.
    operator_id text,
    -- Who created it.
    created_by_kind text not null,
    created_by_id text,
    created_by_name text,
    created_at bigint not null,
    expires_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
  )`,

  `create table audit (
    -- Also the order of lines of the same time.
    id text primary key,
    at bigint not null,
    -- operator, token, command_line or system, and which of them, as they were then.
    who_kind text not null,
    who_id text,
    who_name text,
    -- Such as key.create.
    what text not null,
    -- What it was done to; null for the service as a whole.
    on_kind text,
    on_id text,
    -- Where the request came from.
    address text
  )`,
  "create index audit_by_time on audit (at, id)",

  // Texts that people insert into their messages.
  `create table canned_answers (
    id text primary key,
    name text not null,
    -- The name in lower case: no two are the same.
    name_key text not null unique,
    text text not null,
    -- Agents in whose chats it is offered, a list as JSON; null for all.
    agents text,
    created_at bigint not null,
    -- Counts the changes.
    revision bigint not null
  )`,
];
