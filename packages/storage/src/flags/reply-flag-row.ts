/** What somebody has found wrong with a reply. */
export interface ReplyFlagRow {
  reply_id: string;
  reason: string;
  /** What would have been right; `null` where nothing was said of it. */
  right_answer: string | null;
  /** Name of the person who flagged it. */
  flagged_by: string | null;
  at: number;
}
