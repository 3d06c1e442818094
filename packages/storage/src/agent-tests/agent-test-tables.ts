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
