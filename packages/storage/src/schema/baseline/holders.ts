/** People in chats: why they were asked for, what became of it, and what they noted. Deleted with the chat. */
export const handoffTables: readonly string[] = [
  // One row for each chat in which a person was asked for.
  `create table handoffs (
    session_id text primary key references sessions (id) on delete cascade,
    -- visitor, agent or operator.
    asked_by text not null,
    reason text,
    -- What the chat was about until then.
    summary text,
    -- Where the visitor wants to be answered.
    email text,
    -- When a person was asked for.
    since bigint not null,
    -- When a person last did something in it.
    person_at bigint,
    -- The newest turn when the agent got the chat back.
    returned_turn bigint,
    -- Id of the key with which the visitor asked.
    key_id text,
    -- The language of the visitor's chat, and the page they were on, when they left the address.
    language text,
    page text,
    -- Until when the visitor has certainly seen everything; null before they leave an address.
    seen_at bigint,
    -- When the visitor last seemed to be there.
    present_at bigint,
    -- When a mail to the visitor was last begun, and the newest turn that one contains; 0 without one.
    mailed_at bigint,
    mailed_turn bigint not null default 0,
    -- When the visitor left an address and began to wait for an answer; null without an address.
    address_at bigint,
    -- When an operator last said that no answer is needed.
    done_at bigint
  )`,
  `create index handoffs_to_mail on handoffs (person_at)
    where email is not null and person_at >= coalesce(seen_at, since)
      and (mailed_at is null or person_at >= mailed_at)`,

  // Moves to another holder, as everybody in the chat sees them.
  `create table chat_events (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    -- Where it stands between the messages.
    turn bigint not null,
    position bigint not null,
    at bigint not null,
    -- The epoch that began with it.
    epoch bigint not null,
    -- Such as waiting, joined or closed.
    type text not null,
    -- The person's, as visitors read it.
    name text,
    -- Id of the message before it; null before the first.
    after_id text,
    constraint event_of_epoch unique (session_id, epoch)
  )`,
  "create index chat_events_in_order on chat_events (session_id, turn, position)",

  // Notes of operators for operators.
  `create table chat_notes (
    id text primary key,
    session_id text not null references sessions (id) on delete cascade,
    -- Where it stands between the messages.
    turn bigint not null,
    position bigint not null,
    at bigint not null,
    text text not null,
    -- Its author, also after they are removed.
    operator_id text not null,
    operator_name text not null
  )`,
  "create index chat_notes_in_order on chat_notes (session_id, turn, position)",
];
