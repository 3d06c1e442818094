import type { ColumnTypes } from "./column-types.ts";

/** What agents know: documents in passages, with vectors, web pages, and approved answers. Each database has its own word index. */
export const knowledgeTables = ({ rowId, countedKey }: ColumnTypes): readonly string[] => [
  // Files and pages that were read.
  `create table documents (
    id text primary key,
    agent_id text not null references agents (id) on delete cascade,
    -- Which source of the agent's file it comes from, and where it is there.
    source text not null,
    location text not null,
    title text not null,
    -- Where visitors can read it.
    url text,
    -- It is read again when this differs.
    fingerprint text not null,
    read_at bigint not null,
    constraint documents_by_location unique (agent_id, location)
  )`,

  `create table passages (
    id ${countedKey},
    document_id text not null references documents (id) on delete cascade,
    agent_id text not null,
    -- Headings above it, from the outermost.
    headings text not null,
    -- Of its section, in the document's address.
    anchor text,
    text text not null,
    -- Words that the index would not find by itself: of the headings and of other wordings, and of the text.
    heading_terms text not null default '',
    text_terms text not null default ''
  )`,
  "create index passages_of_document on passages (document_id)",
  "create index passages_of_agent on passages (agent_id)",

  `create table passage_vectors (
    passage_id ${rowId} primary key references passages (id) on delete cascade,
    agent_id text not null,
    -- Identity of the model that computed it.
    model text not null,
    -- Numbers of four bytes each.
    vector bytea not null
  )`,
  "create index vectors_of_agent on passage_vectors (agent_id, model, passage_id)",

  // Other ways to ask what the section of a passage answers.
  `create table wordings (
    id ${countedKey},
    passage_id ${rowId} not null references passages (id) on delete cascade,
    agent_id text not null,
    text text not null,
    -- As in passage_vectors; null until it is computed.
    model text,
    vector bytea
  )`,
  "create index wordings_of_passage on wordings (passage_id)",
  "create index wordings_of_agent on wordings (agent_id, model, id)",

  // A number that changes with an agent's vectors. It continues if the agent comes back, so no cache takes new ones for old.
  `create table vector_changes (
    agent_id text primary key,
    number bigint not null
  )`,

  // How far the reading of an agent's web sources is.
  `create table crawls (
    agent_id text primary key references agents (id) on delete cascade,
    -- The one that is not finished; null if there is none.
    run text,
    started_at bigint,
    finished_at bigint,
    -- Which process reads, and until when it has the right to.
    holder text,
    held_until bigint not null
  )`,

  // What is known about the web addresses of an agent.
  `create table pages (
    agent_id text not null references agents (id) on delete cascade,
    address text not null,
    source text not null,
    -- In which it was last requested.
    run text not null,
    -- Of the document that was made of it; null if none was.
    location text,
    -- Of its content, and what the server said about its state: a page that did not change is not read again.
    hash text,
    etag text,
    last_modified text,
    -- Addresses that it links to, a list as JSON.
    links text not null,
    constraint pages_key primary key (agent_id, address)
  )`,

  `create table approved_answers (
    id text primary key,
    agent_id text not null references agents (id) on delete cascade,
    text text not null,
    -- Questions that it answers, a list as JSON.
    questions text not null,
    -- 1 if it is given word for word.
    verbatim bigint not null,
    -- Who keeps it correct, and the day of the next review, such as 2026-11-26.
    owner text,
    review_on text,
    -- How often it was given, and when last.
    hits bigint not null,
    last_hit_at bigint,
    created_at bigint not null,
    changed_at bigint not null,
    changed_by text,
    -- Counts the changes; being given is none.
    revision bigint not null
  )`,
  "create index approved_answers_of_agent on approved_answers (agent_id)",
];
