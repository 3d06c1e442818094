/** A chat that waited for a person, and when somebody was told. */
export interface WaitingAlertRow {
  session_id: string;
  /** When it was first seen to wait. */
  noted_at: number;
  mailed_at: number | null;
  pushed_at: number | null;
}

/** How often everybody was told in one way. */
export interface AlertRoundRow {
  /** `mail` or `push`. */
  name: string;
  /** The last time. */
  at: number;
  /** When the hour began in which `in_hour` counts. */
  hour_at: number;
  in_hour: number;
}
