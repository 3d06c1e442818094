/** An agent: `definition` is its file, checked and with what is left out filled in. */
export interface AgentRow {
  id: string;
  definition: string;
  base_directory: string;
  created_at: number;
  updated_at: number;
  /** The newest version; 0 for a draft, which has none. */
  version: number;
  /** Another one after each change of its approved answers; empty when it has none. */
  answers_revision: string;
  /** Of a draft: the id of the person or API token whose it is. */
  drafted_by: string | null;
  /** The version whose sources are to be read because they changed; `null` if none is. */
  sources_requested: number | null;
  /** 1 once it is gone for everybody, while its rows are being deleted. */
  deleted: number;
}

/** A state that an agent had. */
export interface AgentVersionRow {
  agent_id: string;
  version: number;
  at: number;
  author_kind: string;
  author_name: string | null;
  note: string;
  /** The text of the file; `null` where none was kept. */
  file: string | null;
  definition: string;
  base_directory: string;
}

/** An agent file that somebody has not applied yet. */
export interface AgentDraftRow {
  /** The agent need not exist. */
  agent_id: string;
  /** The id of the person or API token whose it is, or `command_line`. */
  author_id: string;
  file: string;
  /** The version that it was begun from; `null`: there was no agent. */
  based_on: number | null;
  saved_at: number;
  /** Counts how often it was saved. */
  revision: number;
}

/** The file of tests of an agent, as it was written. */
export interface AgentTestsRow {
  agent_id: string;
  file: string;
  revision: number;
  changed_at: number;
}

/** The results of one run of an agent's tests. */
export interface TestRunRow {
  agent_id: string;
  /** From 1. */
  number: number;
  at: number;
  /** Version of the agent; `null` for a draft. */
  version: number | null;
  model: string;
  passed: number;
  failed: number;
  author_kind: string;
  author_name: string | null;
  /** JSON. */
  results: string;
}
