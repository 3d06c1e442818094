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
