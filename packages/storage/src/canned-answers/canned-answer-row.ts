/** A row of the table `canned_answers`. */
export interface CannedAnswerRow {
  id: string;
  name: string;
  /** The name in lower case: no two are the same. */
  name_key: string;
  text: string;
  /** A list as JSON; `null` for all agents. */
  agents: string | null;
  created_at: number;
  revision: number;
}
