/** A browser to which somebody has notifications pushed. */
export interface PushSubscriptionRow {
  id: string;
  operator_id: string;
  /** The session in which it was made. */
  session_id: string;
  sealed: string;
  browser: string;
  created_at: number;
  last_at: number | null;
}
