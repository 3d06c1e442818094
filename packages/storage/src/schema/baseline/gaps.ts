/** Questions that agents did not answer well, and replies that operators flagged. */
export const gapTables: readonly string[] = [
  // Questions about the same. It contains no words of a visitor.
  `create table gaps (
    id text primary key,
    agent_id text not null references agents (id) on delete cascade,
    -- Such as open, closed or dismissed.
    state text not null,
    opened_at bigint not null,
    changed_at bigint not null,
    -- sync or answer, if it closed automatically.
    closed_by text,
    -- Name of the person who dismissed or reopened it.
    changed_by text,
    -- What the agent knew when its questions were last asked again.
    checked text,
    -- Digests of the answers for which it last closed, a list as JSON: after it is reopened, it does not close for the same.
    proof text
  )`,
  "create index gaps_of_agent on gaps (agent_id, state)",
  `create index gaps_to_check on gaps (agent_id, checked, id)
    where state <> 'dismissed'
      and (state <> 'closed' or checked is null or substr(checked, 1, 7) = 'failed ')`,

  // A visitor's question. Deleted with its reply.
  `create table gap_questions (
    reply_id text primary key references replies (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    agent_id text not null,
    at bigint not null,
    question text not null,
    -- Why it counts as not answered well, a list as JSON.
    marks text not null,
    -- The passage that came nearest, as JSON, and its score in thousandths; null if nothing was found.
    nearest text,
    score bigint not null,
    -- null until it is placed.
    gap_id text references gaps (id) on delete set null,
    -- Numbers of four bytes each, as base64, and the identity of the model that computed them.
    vector_model text,
    vector text
  )`,
  "create index questions_of_gap on gap_questions (gap_id, at)",
  "create index gap_questions_of_chat on gap_questions (session_id)",
  "create index gap_questions_placed on gap_questions (agent_id, at, reply_id, gap_id) where gap_id is not null",

  // Deleted with the reply, whose words it may repeat.
  `create table reply_flags (
    reply_id text primary key references replies (id) on delete cascade,
    reason text not null,
    -- What the reply should have said.
    right_answer text,
    -- Name of the person who flagged it.
    flagged_by text,
    at bigint not null
  )`,
];
