/** A chat that waited for a person, and when somebody was notified. */
export interface WaitingAlertRow {
  session_id: string;
  /** When it was first seen to wait. */
  noted_at: number;
  pushed_at: number | null;
}

/** That somebody was mailed of a chat that waits. */
export interface AlertMailRow {
  session_id: string;
  operator_id: string;
  /** The last time. */
  at: number;
  /** When the hour began in which `in_hour` counts. */
  hour_at: number;
  in_hour: number;
}

/** How often people were notified over one channel. */
export interface AlertRoundRow {
  /** `push` for everybody, or `mail:` and the id of a person. */
  name: string;
  /** The last time. */
  at: number;
  /** When the hour began in which `in_hour` counts. */
  hour_at: number;
  in_hour: number;
}
