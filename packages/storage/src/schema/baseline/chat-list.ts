import type { ColumnTypes } from "./column-types.ts";

/**
 * The list and search of chats for operators, made from chats a few at a time. How words are found, and the triggers
 * that record changes, differ between databases. All of it is deleted with the chat.
 */
export const chatListTables = ({ rowId, countedKey }: ColumnTypes): readonly string[] => [
  `create table chats (
    id text primary key references sessions (id) on delete cascade,
    -- By which its texts are found.
    number bigint not null unique,
    agent_id text not null,
    key_id text,
    started_at bigint not null,
    last_at bigint not null,
    -- Number of messages, and beginnings of the first and the last.
    messages bigint not null,
    first text not null,
    last text not null,
    holder text not null,
    -- Such as open or answered.
    outcome text not null,
    -- The visitor's last one: up or down.
    rating text,
    -- What is remarkable about its replies, and versions of the agent that wrote them: lists as JSON.
    marks text not null,
    language text,
    versions text not null,
    -- Of a signed-in visitor.
    user_id text,
    user_name text,
    -- The part of tally that is already in usage_counts.
    counted text not null,
    -- Counts the changes of all chats together.
    revision bigint not null,
    -- The person who holds it.
    operator_id text,
    operator_name text,
    -- As in sessions.
    epoch bigint not null default 0,
    -- Why a person was asked for, as JSON; null if nobody was.
    handoff text,
    -- What its turns add up to, as JSON.
    tally text not null default '{"counts":{},"latest":{}}',
    -- Since when a visitor who left an address has waited for an answer; 0 if they do not, null without an address.
    address_since bigint
  )`,
  "create index chats_by_activity on chats (last_at, id)",
  "create index chats_of_agent on chats (agent_id, last_at, id)",
  "create index chats_by_revision on chats (revision)",
  "create index chats_of_user on chats (user_id, last_at) where user_id is not null",
  "create index open_chats on chats (last_at) where outcome = 'open'",
  "create index chats_with_address on chats (last_at, id, agent_id) where address_since > 0",
  "create index chats_by_address_since on chats (address_since) where address_since is not null",

  // Turns that have changed since their chat's row was made.
  `create table chat_changes (
    id ${countedKey},
    session_id text not null references sessions (id) on delete cascade,
    -- 0 if no text has changed.
    turn integer not null
  )`,
  "create index changes_of_chat on chat_changes (session_id)",

  // Turns as their chat's row counts them.
  `create table chat_turns (
    session_id text not null references sessions (id) on delete cascade,
    turn integer not null,
    -- As JSON.
    facts text not null,
    constraint chat_turns_key primary key (session_id, turn)
  )`,

  // Words of the visitor in one turn, or of its reply. Written once, and never changed.
  `create table chat_texts (
    -- Made from the chat's number, the turn, and who speaks.
    id ${rowId} primary key,
    session_id text not null references sessions (id) on delete cascade,
    text text not null
  )`,
  "create index texts_of_chat on chat_texts (session_id)",

  // The last number and revision that a chat was given.
  `create table chat_counters (
    name text primary key,
    value text not null
  )`,
];
