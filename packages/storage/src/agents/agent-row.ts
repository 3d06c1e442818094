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
  /** 1 once it is gone for everybody, while its rows are being deleted. */
  deleted: number;
}
