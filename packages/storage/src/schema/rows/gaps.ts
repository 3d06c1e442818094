/** Questions that an agent did not answer, which are about the same. It holds no words of a visitor. */
export interface GapRow {
  id: string;
  agent_id: string;
  state: string;
  opened_at: number;
  changed_at: number;
  /** Set if it closed automatically: `sync` or `answer`. */
  closed_by: string | null;
  /** Name of the person who dismissed or reopened it. */
  changed_by: string | null;
  /** The state of the agent's knowledge when its questions were last asked again. */
  checked: string | null;
  /** The answers for which it last closed, as a list of digests in JSON. */
  proof: string | null;
}

/** A question of a visitor that was not answered well. It goes with its reply. */
export interface GapQuestionRow {
  reply_id: string;
  session_id: string;
  agent_id: string;
  at: number;
  question: string;
  marks: string;
  /** The passage that came nearest, as JSON; `null` where nothing was found. */
  nearest: string | null;
  /** Of that passage, in thousandths. */
  score: number;
  /** `null` until it is placed. */
  gap_id: string | null;
  vector_model: string | null;
  /** Numbers of four bytes each, as base64. */
  vector: string | null;
}

/** A reply that a person has flagged. */
export interface ReplyFlagRow {
  reply_id: string;
  reason: string;
  /** The right answer; `null` if none was given. */
  right_answer: string | null;
  /** Name of the person who flagged it. */
  flagged_by: string | null;
  at: number;
}
