import type { ColumnTypes } from "./column-types.ts";

/** What replies used, and what that costs. Counts outlive chats, keys and agents: no foreign keys but to the reply. */
export const usageTables = ({ countedKey }: ColumnTypes): readonly string[] => [
  // Counts of one reply that has ended.
  `create table reply_facts (
    id ${countedKey},
    -- null once the reply is erased.
    reply_id text unique references replies (id) on delete set null,
    agent_id text not null,
    key_id text not null,
    model text not null,
    asked_at bigint not null,
    tokens_in bigint not null,
    tokens_out bigint not null,
    -- Those of tokens_in that came from the provider's cache.
    tokens_cached bigint not null default 0,
    -- 1 if it did not answer the question.
    unanswered integer not null,
    -- Of the agent.
    version bigint,
    -- From the question to the first word, and to the end.
    first_text_ms bigint,
    total_ms bigint,
    -- Of its searches, in thousandths; null without one.
    best_score bigint,
    -- How it ended.
    finish text,
    language text,
    -- What is remarkable about it, a list as JSON.
    marks text not null default '[]',
    -- Calls of tools that succeeded and failed.
    tools_ok bigint not null default 0,
    tools_failed bigint not null default 0,
    -- What it adds to usage_counts, as JSON; null once that is done.
    uncounted text
  )`,
  "create index facts_by_time on reply_facts (asked_at)",
  "create index uncounted_facts on reply_facts (id) where uncounted is not null",

  // Counts of one hour, agent and key.
  `create table usage_counts (
    -- Its first moment.
    hour bigint not null,
    agent_id text not null,
    -- Empty if no key is known.
    key_id text not null,
    -- Of what is counted.
    name text not null,
    amount bigint not null,
    constraint usage_counts_key primary key (hour, agent_id, key_id, name)
  )`,

  // What a million tokens cost, in millionths of the currency's unit.
  `create table prices (
    id text primary key,
    model text not null,
    -- The first moment of the first day in UTC on which it holds.
    from_day bigint not null,
    -- A code of ISO 4217.
    currency text not null,
    input bigint not null,
    output bigint not null,
    -- null if tokens from the provider's cache cost the same as others.
    cached bigint,
    created_at bigint not null,
    constraint prices_of_days unique (model, from_day)
  )`,
];
