/**
 * Keys of agents, and their limits and use. Only the key itself is deleted with its agent: counts have no foreign key,
 * so that no message waits for a deletion, and are deleted by age.
 */
export const keyTables: readonly string[] = [
  `create table keys (
    id text primary key,
    agent_id text not null references agents (id) on delete cascade,
    name text not null,
    -- The secret itself is shown once and not stored.
    secret_hash text not null,
    last_four text not null,
    -- Sites that may use it, a list as JSON.
    allowed text not null,
    -- Requests in a minute.
    rate_limit integer not null,
    -- 1 for a key of a back end, which no site may use.
    server_side integer not null,
    created_at bigint not null,
    -- Also a time in the future, for a key that was rotated.
    revoked_at bigint,
    -- Id of the key that it replaces.
    replaces text
  )`,
  "create index keys_of_agent on keys (agent_id)",

  // Requests of a key by the site that they came from.
  `create table key_sites (
    key_id text not null,
    -- Empty for all sites that have no row to themselves.
    origin text not null,
    -- Numbers of requests.
    admitted bigint not null,
    refused bigint not null,
    last_at bigint not null,
    constraint key_sites_key primary key (key_id, origin)
  )`,

  // Use of a key with a budget on one day, in output tokens.
  `create table daily_use (
    key_id text not null,
    -- The day's first moment in UTC.
    day bigint not null,
    -- By replies that have ended.
    used bigint not null,
    -- By replies that have not: the sum of their reservations.
    reserved bigint not null,
    -- 1 once a message was refused because the budget was used up.
    refused integer not null,
    constraint daily_use_key primary key (key_id, day)
  )`,
  "create index daily_use_by_day on daily_use (day)",

  // Tokens that are set aside for a reply until it ends.
  `create table reservations (
    reply_id text primary key,
    key_id text not null,
    -- On which its message was accepted, and for which it counts.
    day bigint not null,
    -- Id of the node that writes the reply.
    node text not null,
    -- Set aside; 0 once the reply is taken for lost.
    tokens bigint not null,
    -- Counted as used, once the reply is taken for lost.
    charged bigint not null
  )`,
  "create index reservations_by_day on reservations (day)",

  // Requests of a key that a limit refused on one day.
  `create table daily_refusals (
    key_id text not null,
    -- The day's first moment in UTC.
    day bigint not null,
    -- By the limit of the key, and of a visitor's address.
    by_key bigint not null,
    by_address bigint not null,
    constraint daily_refusals_key primary key (key_id, day)
  )`,
  "create index daily_refusals_by_day on daily_refusals (day)",
];
