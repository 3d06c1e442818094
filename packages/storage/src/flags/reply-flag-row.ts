/** A reply that somebody has flagged. */
export interface ReplyFlagRow {
  reply_id: string;
  reason: string;
  /** The right answer; `null` if none was given. */
  right_answer: string | null;
  /** Name of the person who flagged it. */
  flagged_by: string | null;
  at: number;
}
