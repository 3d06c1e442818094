/** Agents, the states that they had, and their tests. */
export const agentTables: readonly string[] = [
  `create table agents (
    -- As its file says; 'preview:' and an id for a draft.
    id text primary key,
    -- Its file, checked, with defaults filled in, as JSON.
    definition text not null,
    -- The folder to which paths in the file are relative.
    base_directory text not null,
    created_at bigint not null,
    updated_at bigint not null,
    -- The newest one in agent_versions; 0 for a draft, which has none.
    version bigint not null,
    -- Another text after each change of its approved answers; empty as long as it has none.
    answers_revision text not null default '',
    -- 1 once it is gone for everybody, while its rows are being deleted.
    deleted integer not null default 0
  )`,
  "create index deleted_agents on agents (id) where deleted = 1",

  `create table agent_versions (
    agent_id text not null references agents (id) on delete cascade,
    -- From 1.
    version bigint not null,
    at bigint not null,
    -- Who applied it: operator, token, command_line or system, and their name.
    author_kind text not null,
    author_name text,
    -- What the author said about the change; may be empty.
    note text not null,
    -- The text of the file; null where there was no file.
    file text,
    -- As in agents.
    definition text not null,
    base_directory text not null,
    constraint agent_versions_key primary key (agent_id, version)
  )`,

  // The newest file of tests of each agent.
  `create table agent_tests (
    agent_id text primary key references agents (id) on delete cascade,
    -- YAML or JSON, as it was written.
    file text not null,
    -- Counts the changes.
    revision bigint not null,
    changed_at bigint not null
  )`,

  `create table test_runs (
    agent_id text not null references agents (id) on delete cascade,
    -- From 1, for each agent.
    number bigint not null,
    at bigint not null,
    -- The version that was tested; null for a draft.
    version bigint,
    model text not null,
    -- Numbers of tests.
    passed bigint not null,
    failed bigint not null,
    author_kind text not null,
    author_name text,
    -- The result of each test, as JSON.
    results text not null,
    constraint test_runs_key primary key (agent_id, number)
  )`,
];
