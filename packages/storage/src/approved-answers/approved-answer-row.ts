/** A row of the table `approved_answers`. */
export interface ApprovedAnswerRow {
  id: string;
  agent_id: string;
  text: string;
  /** A list as JSON. */
  questions: string;
  verbatim: number;
  owner: string | null;
  /** A day, such as `2026-11-26`. */
  review_on: string | null;
  hits: number;
  last_hit_at: number | null;
  created_at: number;
  changed_at: number;
  changed_by: string | null;
  /** Grows with each change; a hit is none. */
  revision: number;
}
